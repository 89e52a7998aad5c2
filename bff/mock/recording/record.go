package recording

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"croupier/bff"
)

// Values of Record.Who.
const (
	guest  = "guest"
	player = "player"
)

// Record is the file of one response. Data and Answer are masked.
type Record struct {
	Call   string          `json:"call"` // class/method
	Who    string          `json:"who"`  // guest or player
	At     time.Time       `json:"at"`
	MS     int64           `json:"ms"`     // time to the response
	Status int             `json:"status"` // of HTTP
	Data   map[string]any  `json:"data"`   // of the request, with defaults
	Answer json.RawMessage `json:"answer"` // envelope; null if the response was not a JSON object
	Broken string          `json:"broken,omitempty"`
}

// key identifies a request: equal for equal requests.
func key(call *bff.Call, who string, data map[string]any) (string, error) {
	b, err := json.Marshal([]any{call.Name(), who, data}) // sorts the keys of maps
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), err
}

func whoOf(session bool) string {
	if session {
		return player
	}
	return guest
}

// write writes the file of a record below dir atomically.
func write(dir string, call *bff.Call, r *Record) (string, error) {
	id, err := key(call, r.Who, r.Data)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return "", err
	}
	folder := filepath.Join(dir, call.Class, call.Method)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	path := filepath.Join(folder, r.Who+"-"+id+".json")
	temporary, err := os.CreateTemp(folder, ".new-*")
	if err != nil {
		return "", err
	}
	_, err = temporary.Write(b.Bytes())
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(temporary.Name()))
	}
	return path, nil
}

// read reads the file of a record strictly.
func read(path string) (*Record, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // a developer names the folder
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	var r Record
	if err := dec.Decode(&r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Who != guest && r.Who != player {
		return nil, fmt.Errorf("%s: who: want %s or %s, not %q", path, guest, player, r.Who)
	}
	return &r, nil
}
