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
	Name   string          `json:"name"`   // a sentence
	Data   json.RawMessage `json:"data"`   // of the request
	Answer json.RawMessage `json:"answer"` // the whole envelope
}

// Examples returns the examples of a call in the order of the file.
func (c *Catalogue) Examples(call *bff.Call) []Example { return c.examples[call.Name()] }

// readExamples reads all examples. Every call needs at least one, and every file a call.
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
			return nil, fmt.Errorf("%s: unknown call %s", name, call)
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
			missing = append(missing, fmt.Errorf("examples/%s.json: at least one example is required", call.Name()))
		}
	}
	return out, errors.Join(missing...)
}
