package admin

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"croupier/bff/internal/durable"
)

// fileName is the name of the admin file in the data folder.
const fileName = "admin.json"

// Endpoint is how the command line reaches a running server; it is the content of the admin
// file.
type Endpoint struct {
	Address string `json:"address"` // host:port of the admin listener
	Token   string `json:"token"`   // bearer token of admin requests
	Public  string `json:"public"`  // URL of the public listener as reached from this machine
}

// Publish writes the admin file into the data folder, readable by this user only. The file is
// replaced atomically.
func (e Endpoint) Publish(dataDir string) error {
	raw, err := json.Marshal(e)
	if err == nil {
		err = durable.WriteFile(filepath.Join(dataDir, fileName), raw, os.Rename)
	}
	if err != nil {
		return fmt.Errorf("write admin file: %w", err)
	}
	return nil
}

// Unpublish removes the admin file of a data folder. A missing file is not an error.
func Unpublish(dataDir string) error {
	err := os.Remove(filepath.Join(dataDir, fileName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Find reads the admin file of a data folder; ok is false where there is none.
func Find(dataDir string) (e Endpoint, ok bool, err error) {
	raw, err := os.ReadFile(filepath.Join(dataDir, fileName)) //nolint:gosec // the folder is set by the operator
	if errors.Is(err, fs.ErrNotExist) {
		return Endpoint{}, false, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &e)
	}
	if err != nil {
		return Endpoint{}, false, fmt.Errorf("read admin file: %w", err)
	}
	return e, true, nil
}
