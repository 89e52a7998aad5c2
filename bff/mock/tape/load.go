package tape

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
)

// Drift is a recorded answer that breaks the contract.
type Drift struct {
	File    string `json:"file"`
	Call    string `json:"call"`
	Problem string `json:"problem"`
}

// Tape is a folder of records to answer from. It never changes once loaded.
type Tape struct {
	calls   *contract.Catalogue
	answers map[string]*bff.Answer // by key
	count   int
	drifts  []Drift
}

// Load reads a recorded folder. It fails where the folder or one of its files cannot be
// read. Answers of calls that the contract does not have, and those that break it, are
// reported by Drifts; the latter are answered all the same, for that is what the platform does.
func Load(dir string, calls *contract.Catalogue) (*Tape, error) {
	t := &Tape{calls: calls, answers: map[string]*bff.Answer{}}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		r, err := read(path)
		if err != nil {
			return err
		}
		return t.add(path, r)
	})
	if err != nil {
		return nil, fmt.Errorf("tape: %w", err)
	}
	return t, nil
}

func (t *Tape) add(path string, r *Record) error {
	t.count++
	class, method, _ := strings.Cut(r.Call, "/")
	call, ok := t.calls.Lookup(class, method)
	if !ok {
		t.drifts = append(t.drifts, Drift{path, r.Call, "the contract has no such call"})
		return nil
	}
	problem := r.Broken
	if problem == "" {
		if err := drift(t.calls, call, r.Answer); err != nil {
			problem = err.Error()
		}
	}
	if problem != "" {
		t.drifts = append(t.drifts, Drift{path, r.Call, problem})
	}
	a, ok := answerOf(r.Answer)
	// What changes something is never answered from a tape: nothing would have changed.
	if !ok || !Kept(call) {
		return nil
	}
	id, err := key(call, r.Who, question(t.calls, call, r.Data))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	t.answers[id] = a
	return nil
}

// answerOf reads an envelope; false where it is none.
func answerOf(raw []byte) (*bff.Answer, bool) {
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil || e.Result == nil {
		return nil, false
	}
	a := &bff.Answer{Result: *e.Result, Data: e.Data, Pagination: e.Pagination}
	if e.Message != nil {
		a.Message = *e.Message
	}
	if e.Code != nil {
		a.Code = *e.Code
	}
	return a, true
}

// Len is how many records were read, and how many of them answer a question.
func (t *Tape) Len() (records, answers int) { return t.count, len(t.answers) }

// Drifts lists the records that break the contract, by file.
func (t *Tape) Drifts() []Drift { return t.drifts }

// Find gives what was recorded for a question; session says whether a player asks. The
// answer must not be changed.
func (t *Tape) Find(name string, data map[string]any, session bool) (*bff.Answer, bool) {
	class, method, _ := strings.Cut(name, "/")
	call, ok := t.calls.Lookup(class, method)
	if !ok {
		return nil, false
	}
	id, err := key(call, whoOf(session), question(t.calls, call, data))
	if err != nil {
		return nil, false
	}
	a, ok := t.answers[id]
	return a, ok
}
