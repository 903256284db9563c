package acctest

// IsDocumented tells whether an operation, a method and an escaped path with a
// space between them, is one of interface section 4.
func IsDocumented(operation string) bool {
	return documentedOperations().MatchString(operation)
}
