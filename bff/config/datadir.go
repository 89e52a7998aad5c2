package config

import (
	"errors"
	"path/filepath"
)

// ErrNoDataDir means that no data folder is set and that the environment has no home for one, as in a
// container or a service without HOME.
var ErrNoDataDir = errors.New("no data folder: neither XDG_STATE_HOME nor HOME is set to an absolute path")

// DataDirHelp describes how a data folder is set.
const DataDirHelp = "an absolute path as data_dir of the server file, CROUPIER_DATA_DIR or --data-dir"

// DefaultDataDir returns the data folder without a setting: croupier in the user's state folder, which is
// $XDG_STATE_HOME or ~/.local/state (XDG Base Directory Specification, which ignores relative paths). It is
// never below the working folder.
func DefaultDataDir(env Environment) (string, error) {
	if env == nil {
		return "", ErrNoDataDir
	}
	if state, _ := env("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "croupier"), nil
	}
	if home, _ := env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "croupier"), nil
	}
	return "", ErrNoDataDir
}
