package api

import (
	"encoding/json"
	"html"
	"mime"
	"net/http"
	"regexp"
	"strings"
	"unicode"
)

// maxMessageRunes keeps a service's words readable in a diagnostic.
const maxMessageRunes = 500

// readProblem takes from an error answer what it says in any of the usual
// shapes: RFC 9457 problems, other JSON objects, HTML pages, text. Its form is
// not part of the interface (section 7), so nothing here is required.
func (e *Error) readProblem(header http.Header, body []byte, secrets redactor) {
	e.RequestID = firstOf(header.Get("X-Request-Id"), header.Get("Request-Id"), header.Get("X-Correlation-Id"))
	var members map[string]any
	switch {
	case json.Unmarshal(body, &members) == nil:
		e.readMembers(members)
	case isHTML(header, body):
		e.Err = ErrNotJSON
		e.Message = textOfHTML(string(body))
	default:
		e.Message, _, _ = strings.Cut(strings.TrimSpace(string(body)), "\n")
	}
	e.redact(secrets)
}

func (e *Error) readMembers(members map[string]any) {
	// An envelope such as {"error": {"message": …}} says the same one level down.
	if inner, ok := members["error"].(map[string]any); ok {
		members = inner
	}
	e.Code = firstText(members, "code", "error_code")
	e.RequestID = firstOf(e.RequestID, firstText(members, "request_id", "requestId"))
	title := firstText(members, "title", "error")
	detail := firstText(members, "detail", "message", "msg", "error_description", "description")
	e.Message = joinDistinct(title, detail)
	e.Fields = fieldErrors(members["errors"])
	if e.Message == "" && len(e.Fields) == 0 {
		e.Message = textList(members["errors"])
	}
}

func (e *Error) redact(secrets redactor) {
	clean := func(text string) string { return shorten(printable(secrets.redact(text))) }
	e.Code, e.Message, e.RequestID = clean(e.Code), clean(e.Message), clean(e.RequestID)
	for i, field := range e.Fields {
		e.Fields[i] = FieldError{Pointer: clean(field.Pointer), Message: clean(field.Message)}
	}
}

func fieldErrors(value any) []FieldError {
	var fields []FieldError
	list, _ := value.([]any)
	for _, item := range list {
		members, ok := item.(map[string]any)
		if !ok {
			continue
		}
		pointer := firstText(members, "pointer", "path", "field")
		message := firstText(members, "detail", "message", "msg", "title")
		if pointer == "" || message == "" {
			continue
		}
		// Pointers come plain or as a URI fragment (RFC 6901, section 6).
		pointer = "/" + strings.TrimLeft(pointer, "#/")
		fields = append(fields, FieldError{Pointer: pointer, Message: message})
	}
	return fields
}

func textList(value any) string {
	var texts []string
	list, _ := value.([]any)
	for _, item := range list {
		switch item := item.(type) {
		case string:
			texts = append(texts, item)
		case map[string]any:
			if text := firstText(item, "detail", "message", "msg", "title"); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, "; ")
}

func firstText(members map[string]any, names ...string) string {
	for _, name := range names {
		switch value := members[name].(type) {
		case string:
			if value != "" {
				return value
			}
		case float64:
			text, err := json.Marshal(value)
			if err == nil {
				return string(text)
			}
		}
	}
	return ""
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func joinDistinct(title, detail string) string {
	if title == "" || detail == "" || title == detail {
		return firstOf(detail, title)
	}
	return strings.TrimRight(title, ".: ") + ": " + detail
}

// isJSON reports whether body is one complete JSON document. Its form says so,
// as services mislabel what they send.
func isJSON(body []byte) bool {
	return json.Valid(body)
}

func isHTML(header http.Header, body []byte) bool {
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && strings.Contains(mediaType, "html") ||
		strings.HasPrefix(strings.TrimSpace(string(body)), "<")
}

var (
	invisibleHTML = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)\s*>|<!--.*?-->`)
	htmlTag       = regexp.MustCompile(`(?s)<[^>]*>`)
)

func textOfHTML(page string) string {
	text := htmlTag.ReplaceAllString(invisibleHTML.ReplaceAllString(page, " "), " ")
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}

// printable keeps a service from writing escape sequences to a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

func shorten(text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) <= maxMessageRunes {
		return string(runes)
	}
	return string(runes[:maxMessageRunes]) + "…"
}
