// Package recording records the responses of a platform and replays them. A Recorder is a proxy in
// front of a platform that writes each response, masked, to a folder. A Recording answers equal
// requests in the mock and reports drifts.
package recording

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/durable"
)

const (
	guest  = "guest" // values of Record.Who
	player = "player"

	defaultLang = "tr" // of requests without one
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

func key(call *bff.Call, who string, data map[string]any) string {
	raw, _ := json.Marshal([]any{call.Name(), who, data}) // decoded JSON encodes, with sorted keys
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

func whoOf(session bool) string {
	if session {
		return player
	}
	return guest
}

func write(dir string, call *bff.Call, r *Record) (string, error) {
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	folder := filepath.Join(dir, call.Class, call.Method)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	path := filepath.Join(folder, r.Who+"-"+key(call, r.Who, r.Data)+".json")
	return path, durable.WriteFile(path, append(raw, '\n'), os.Rename)
}

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

// Drift is a recorded response that violates the contract.
type Drift struct {
	File    string `json:"file"`
	Call    string `json:"call"`
	Problem string `json:"problem"`
}

// Recording is a loaded folder of records. It is immutable.
type Recording struct {
	calls   *contract.Catalogue
	answers map[string]*bff.Answer // by key
	records int
	drifts  []Drift
}

// Load reads a folder. Records that violate the contract are reported by Drifts and replayed all
// the same.
func Load(dir string, calls *contract.Catalogue) (*Recording, error) {
	out := &Recording{calls: calls, answers: map[string]*bff.Answer{}}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		r, err := read(path)
		if err == nil {
			out.add(path, r)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("could not load recording %s: %w", dir, err)
	}
	return out, nil
}

func (rec *Recording) add(path string, r *Record) {
	rec.records++
	call, ok := lookup(rec.calls, r.Call)
	if !ok {
		rec.drifts = append(rec.drifts, Drift{path, r.Call, "unknown call"})
		return
	}
	a, err := parseEnvelope(rec.calls, call, r.Answer)
	if err != nil && r.Broken == "" {
		r.Broken = err.Error()
	}
	if r.Broken != "" {
		rec.drifts = append(rec.drifts, Drift{path, r.Call, r.Broken})
	}
	if a != nil && call.Rules.Kind == bff.KindRead { // replayed writes would not change anything
		rec.answers[key(call, r.Who, rec.calls.Complete(call, r.Data, defaultLang))] = a
	}
}

// Len returns how many records were read, and how many of them are replayed.
func (rec *Recording) Len() (records, answers int) { return rec.records, len(rec.answers) }

// Drifts returns the records that violate the contract, by file.
func (rec *Recording) Drifts() []Drift { return rec.drifts }

// Find returns the recorded response to a request. session is set for the request of a player. The
// response must not be changed.
func (rec *Recording) Find(name string, data map[string]any, session bool) (*bff.Answer, bool) {
	call, ok := lookup(rec.calls, name)
	if !ok {
		return nil, false
	}
	a, ok := rec.answers[key(call, whoOf(session), rec.calls.Complete(call, data, defaultLang))]
	return a, ok
}

func lookup(calls *contract.Catalogue, name string) (*bff.Call, bool) {
	class, method, _ := strings.Cut(name, "/")
	return calls.Lookup(class, method)
}

func decode(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return dec.Decode(into)
}

// parseEnvelope parses a response and checks it against the contract. The answer is nil if the
// response is not an envelope.
func parseEnvelope(calls *contract.Catalogue, call *bff.Call, raw []byte) (*bff.Answer, error) {
	var e struct {
		Result     *bool
		Message    *string
		Data       json.RawMessage
		Code       *int
		Pagination *bff.Pagination
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, fmt.Errorf("not an envelope: %w", err)
	}
	if e.Result == nil {
		return nil, errors.New("not an envelope: no result")
	}
	a := &bff.Answer{Result: *e.Result, Data: e.Data, Pagination: e.Pagination}
	if e.Message != nil {
		a.Message = *e.Message
	}
	if e.Code != nil {
		a.Code = *e.Code
	}
	switch {
	case e.Code == nil:
		return a, errors.New("envelope without a code")
	case !a.Result && e.Message == nil:
		return a, errors.New("refusal without a message")
	case !a.Result:
		return a, nil
	case call.Paginated && e.Pagination == nil:
		return a, errors.New("pagination is missing")
	}
	var data any
	if err := decode(e.Data, &data); err != nil && len(e.Data) > 0 {
		return a, fmt.Errorf("could not decode data: %w", err)
	}
	return a, calls.CheckAnswer(call, data)
}
