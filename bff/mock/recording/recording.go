// Package recording records the responses of a platform and replays them. A Recorder is a proxy
// between a BFF and its platform that writes each response to a folder, with secrets and
// personal data masked. A Recording answers equal requests in the mock, which falls back to
// its world, and reports responses that violate the contract.
package recording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
)

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

// Load reads a folder. It fails if the folder or one of its files cannot be read. Records that
// violate the contract are reported by Drifts and replayed all the same.
func Load(dir string, calls *contract.Catalogue) (*Recording, error) {
	out := &Recording{calls: calls, answers: map[string]*bff.Answer{}}
	if err := eachRecord(dir, out.add); err != nil {
		return nil, fmt.Errorf("load recording %s: %w", dir, err)
	}
	return out, nil
}

// eachRecord calls f for every record below dir.
func eachRecord(dir string, f func(path string, r *Record) error) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		r, err := read(path)
		if err != nil {
			return err
		}
		return f(path, r)
	})
}

func (rec *Recording) add(path string, r *Record) error {
	rec.records++
	call, ok := lookup(rec.calls, r.Call)
	if !ok {
		rec.drifts = append(rec.drifts, Drift{path, r.Call, "unknown call"})
		return nil
	}
	a, err := parseEnvelope(rec.calls, call, r.Answer)
	if err != nil && r.Broken == "" {
		r.Broken = err.Error()
	}
	if r.Broken != "" {
		rec.drifts = append(rec.drifts, Drift{path, r.Call, r.Broken})
	}
	if a == nil || !Replayed(call) {
		return nil
	}
	id, err := key(call, r.Who, complete(rec.calls, call, r.Data))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	rec.answers[id] = a
	return nil
}

// Replayed reports whether records of a call are replayed: reads are, writes would not change
// anything.
func Replayed(call *bff.Call) bool { return call.Rules.Kind == bff.KindRead }

// Len returns how many records were read, and how many of them are replayed.
func (rec *Recording) Len() (records, answers int) { return rec.records, len(rec.answers) }

// Drifts returns the records that violate the contract, by file.
func (rec *Recording) Drifts() []Drift { return rec.drifts }

// Find returns the recorded response to a request; session is set for a player's. The
// response must not be changed.
func (rec *Recording) Find(name string, data map[string]any, session bool) (*bff.Answer, bool) {
	call, ok := lookup(rec.calls, name)
	if !ok {
		return nil, false
	}
	id, err := key(call, whoOf(session), complete(rec.calls, call, data))
	a, ok := rec.answers[id]
	return a, ok && err == nil
}

// lookup returns the call of a class/method.
func lookup(calls *contract.Catalogue, name string) (*bff.Call, bool) {
	class, method, _ := strings.Cut(name, "/")
	return calls.Lookup(class, method)
}

// complete adds the defaults of a request as the BFF does, so that omitted and explicit
// defaults are equal.
func complete(calls *contract.Catalogue, call *bff.Call, data map[string]any) map[string]any {
	return calls.Complete(call, data, "tr")
}

// decode decodes JSON with numbers unchanged.
func decode(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return dec.Decode(into)
}

// parseEnvelope parses a response and checks it against the contract. The answer is nil only
// for what is not an envelope. A refusal (result false) needs a message only.
func parseEnvelope(calls *contract.Catalogue, call *bff.Call, raw []byte) (*bff.Answer, error) {
	var e struct {
		Result     *bool           `json:"result"`
		Message    *string         `json:"message"`
		Data       json.RawMessage `json:"data"`
		Code       *int            `json:"code"`
		Pagination *bff.Pagination `json:"pagination"`
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
	if e.Code == nil {
		return a, errors.New("envelope without a code")
	}
	a.Code = *e.Code
	switch {
	case !a.Result && e.Message == nil:
		return a, errors.New("refusal without a message")
	case !a.Result:
		return a, nil
	case call.Paginated && e.Pagination == nil:
		return a, errors.New("pagination: is missing")
	}
	var data any
	if len(e.Data) > 0 {
		if err := decode(e.Data, &data); err != nil {
			return a, fmt.Errorf("data: %w", err)
		}
	}
	return a, calls.CheckAnswer(call, data)
}
