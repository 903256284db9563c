// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// receipt returns the path of the file in a plugin directory that lists what was made there, itself included: a path on
// each line, a directory before what is in it. CLIs ignore the file.
func receipt(plugins string) string {
	return filepath.Join(plugins, ".terraform-provider-"+terraformcli.Provider)
}

// listed returns what the receipt lists, nothing without a receipt.
func listed(plugins string) ([]string, error) {
	content, err := os.ReadFile(receipt(plugins))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("reading what was installed: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(content)), "\n"), nil
}

// copyWithReceipt copies a mirror into a plugin directory. The receipt comes first, so that what a failure leaves
// behind can be removed too.
func copyWithReceipt(mirror, plugins string) error {
	var made []string
	for dir := plugins; isMissing(dir); dir = filepath.Dir(dir) {
		made = append([]string{dir}, made...)
	}
	made = append(made, receipt(plugins))
	err := filepath.WalkDir(mirror, func(path string, _ fs.DirEntry, err error) error {
		target := filepath.Join(plugins, strings.TrimPrefix(path, mirror))
		if target != plugins && isMissing(target) {
			made = append(made, target)
		}
		return err
	})
	if err == nil {
		err = os.MkdirAll(plugins, 0o750)
	}
	if err == nil {
		err = os.WriteFile(receipt(plugins), []byte(strings.Join(made, "\n")+"\n"), 0o600)
	}
	if err == nil {
		err = os.CopyFS(plugins, os.DirFS(mirror))
	}
	if err != nil {
		return fmt.Errorf("copying the provider: %w", err)
	}
	return nil
}

func isMissing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// offers reports whether an executable is what is installed.
func offers(plugins, executable string) (bool, error) {
	paths, err := listed(plugins)
	if err != nil || len(paths) == 0 {
		return false, err
	}
	built, err := os.ReadFile(executable)
	if err != nil {
		return false, fmt.Errorf("reading what was built: %w", err)
	}
	for _, path := range paths {
		if !strings.HasPrefix(filepath.Base(path), "terraform-provider-") {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("reading what was installed: %w", err)
		}
		if !bytes.Equal(content, built) {
			return false, nil
		}
	}
	return true, nil
}

// uninstall removes what the receipts in plugin directories list, except for directories in which there is something
// else by now. It returns the plugin directories that have changed.
func uninstall(dirs ...string) (from []string, err error) {
	for _, plugins := range dirs {
		paths, err := listed(plugins)
		if err != nil {
			return from, err
		}
		for _, path := range slices.Backward(paths) {
			err := os.Remove(path)
			if entries, _ := os.ReadDir(path); err != nil && !errors.Is(err, fs.ErrNotExist) && len(entries) == 0 {
				return from, fmt.Errorf("removing what was installed: %w", err)
			}
		}
		if len(paths) > 0 {
			from = append(from, plugins)
		}
	}
	return from, nil
}
