package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"croupier/bff"
)

// Example is one request of a call and its answer, from examples/<class>/<method>.json.
type Example struct {
	Name   string          `json:"name"`   // what it shows, as a sentence
	Data   json.RawMessage `json:"data"`   // the request's data
	Answer json.RawMessage `json:"answer"` // the whole envelope
}

// Examples gives a call's examples, in the order they are written.
func (c *Catalogue) Examples(call *bff.Call) []Example { return c.examples[call.Name()] }

// readExamples reads every example; each call needs one, and each file a call.
func readExamples(files fs.FS, c *Catalogue) (map[string][]Example, error) {
	names, err := fs.Glob(files, "examples/*/*.json")
	if err != nil {
		return nil, err
	}
	out := map[string][]Example{}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		call := strings.TrimSuffix(strings.TrimPrefix(name, "examples/"), ".json")
		if _, known := c.entries[call]; !known {
			return nil, fmt.Errorf("%s: no call is called %s", name, call)
		}
		decoder := json.NewDecoder(strings.NewReader(string(raw)))
		decoder.DisallowUnknownFields()
		var examples []Example
		if err := decoder.Decode(&examples); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for i, e := range examples {
			if e.Name == "" || len(e.Data) == 0 || len(e.Answer) == 0 {
				return nil, fmt.Errorf("%s[%d]: name, data and answer are required", name, i)
			}
		}
		out[call] = examples
	}
	var missing []error
	for _, call := range c.calls {
		if len(out[call.Name()]) == 0 {
			missing = append(missing, fmt.Errorf("examples/%s.json: a call needs an example", call.Name()))
		}
	}
	return out, errors.Join(missing...)
}
