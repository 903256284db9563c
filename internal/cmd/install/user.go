// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// user is whose CLIs are to find the provider.
type user struct {
	system string // as runtime.GOOS
	home   string // on Windows the directory for application data
	getenv func(string) string
}

// pluginDirs returns the directories that both Terraform and OpenTofu search by themselves. The first one is the one to
// install into.
func (u user) pluginDirs() []string {
	if u.system == "windows" {
		return []string{filepath.Join(u.home, "terraform.d", "plugins")}
	}
	own := filepath.Join(u.home, ".terraform.d")
	first, second := own, u.dataDir()
	// Once ~/.terraform.d is there, OpenTofu ignores the settings and credentials under XDG_CONFIG_HOME.
	if isMissing(own) && u.getenv("XDG_CONFIG_HOME")+u.getenv("XDG_DATA_HOME") != "" {
		first, second = second, first
	}
	return []string{filepath.Join(first, "plugins"), filepath.Join(second, "plugins")}
}

// dataDir returns the system's directory for Terraform's data, which OpenTofu searches too.
func (u user) dataDir() string {
	if u.system == "darwin" {
		return filepath.Join(u.home, "Library", "Application Support", "io.terraform")
	}
	if data := u.getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "terraform")
	}
	return filepath.Join(u.home, ".local", "share", "terraform")
}

// cliConfigs returns the files from which either CLI may read its configuration. They need not be there.
func (u user) cliConfigs() []string {
	if file := cmp.Or(u.getenv("TF_CLI_CONFIG_FILE"), u.getenv("TERRAFORM_CONFIG")); file != "" {
		return []string{file}
	}
	if u.system == "windows" {
		return append([]string{filepath.Join(u.home, "terraform.rc"), filepath.Join(u.home, "tofu.rc")},
			configsIn(filepath.Join(u.home, "terraform.d"))...)
	}
	files := append([]string{filepath.Join(u.home, ".terraformrc"), filepath.Join(u.home, ".tofurc")},
		configsIn(filepath.Join(u.home, ".terraform.d"))...)
	if config := u.getenv("XDG_CONFIG_HOME"); config != "" {
		files = append(files, filepath.Join(config, "opentofu", "tofurc"))
		files = append(files, configsIn(filepath.Join(config, "opentofu"))...)
	}
	return files
}

// configsIn returns the CLI configurations in a directory.
func configsIn(dir string) []string {
	var files []string
	entries, _ := os.ReadDir(dir) // it need not be there
	for _, entry := range entries {
		if strings.HasSuffix(strings.TrimSuffix(entry.Name(), ".json"), ".tfrc") {
			files = append(files, filepath.Join(dir, entry.Name()))
		}
	}
	return files
}

// overlooks reports whether a CLI with this configuration does not search a plugin directory: it has a
// provider_installation block without a mirror there.
func overlooks(config, plugins string) bool {
	content, err := os.ReadFile(config)
	block := regexp.MustCompile(`(?m)^[\s{]*"?provider_installation"?\s*[:{]`)
	if err != nil || !block.Match(content) {
		return false
	}
	path := regexp.MustCompile(`(?m)^[^#/\n]*\bpath"?\s*[=:]\s*("(?:[^"\\\n]|\\.)*")`)
	for _, match := range path.FindAllSubmatch(content, -1) {
		mirror, err := strconv.Unquote(string(match[1]))
		if err == nil && isSame(mirror, plugins) {
			return false
		}
	}
	return true
}

func isSame(path, other string) bool {
	info, err := os.Stat(path) //nolint:gosec // G703: the path is in the user's own configuration
	otherInfo, otherErr := os.Stat(other)
	return err == nil && otherErr == nil && os.SameFile(info, otherInfo)
}
