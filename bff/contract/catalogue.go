// Package contract makes the files of contracts/ usable: the call table with its rules,
// the compiled schemas of every request and answer, the BFF's own texts, and the
// platform's messages with what they mean.
package contract

import (
	"fmt"
	"io/fs"
	"time"

	"croupier/bff"
	"croupier/contracts"
)

// Catalogue is the whole contract, checked and compiled. It never changes once loaded and
// may be used from many goroutines.
type Catalogue struct {
	calls    []*bff.Call
	entries  map[string]*entry // by call name
	byCall   map[*bff.Call]*entry
	paths    []Path
	schemas  *schemaSet
	messages map[string]map[string]string // language, key
	known    map[string]bff.KnownMessage  // by normalised message
	examples map[string][]Example
	openapi  []byte
}

// entry is one call with all that the catalogue knows of it.
type entry struct {
	call     *bff.Call
	request  definition
	answer   definition
	variants []variant
	defaults map[string]any
}

// Load reads the embedded contract. It fails where the files contradict each other: an
// unknown key, a reference that leads nowhere, a call without example, a text that one
// language lacks.
func Load() (*Catalogue, error) { return load(contracts.Files) }

func load(files fs.FS) (*Catalogue, error) {
	table, err := readTable(files)
	if err != nil {
		return nil, err
	}
	c := &Catalogue{entries: map[string]*entry{}, byCall: map[*bff.Call]*entry{}}
	if c.schemas, err = compile(files, table); err != nil {
		return nil, err
	}
	for _, row := range table.Calls {
		e, err := c.entry(row, table)
		if err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: %w", row.name, err)
		}
		c.calls = append(c.calls, e.call)
		c.entries[row.name], c.byCall[e.call] = e, e
	}
	if c.paths, err = c.resolvePaths(table); err != nil {
		return nil, err
	}
	if c.messages, err = readMessages(files); err != nil {
		return nil, err
	}
	if c.known, err = readRecognised(files); err != nil {
		return nil, err
	}
	if c.examples, err = readExamples(files, c); err != nil {
		return nil, err
	}
	if c.openapi, err = fs.ReadFile(files, "openapi.yaml"); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return c, nil
}

// Lookup finds a call by its exact class and method.
func (c *Catalogue) Lookup(class, method string) (*bff.Call, bool) {
	e, ok := c.entries[class+"/"+method]
	if !ok || e.call.Class != class {
		return nil, false
	}
	return e.call, true
}

// Calls gives every call, in the order of calls.yaml. The slice must not be changed.
func (c *Catalogue) Calls() []*bff.Call { return c.calls }

// Longest is the longest deadline of any call: how long an answer may be waited for.
func (c *Catalogue) Longest() time.Duration {
	longest := time.Duration(0)
	for _, call := range c.calls {
		longest = max(longest, call.Rules.Deadline)
	}
	return longest
}

// OpenAPI is the generated OpenAPI 3.1 document, as YAML. It must not be changed.
func (c *Catalogue) OpenAPI() []byte { return c.openapi }

// Path is a plain GET path beside the gateway (calls.md §4). Its answer is not enveloped.
type Path struct {
	Path, Summary, Source string
	Query, Answer         string // names of definitions in schemas/; Query may be empty
	Content               string // media type
}

// Paths gives every path beside the gateway, in the order of calls.yaml.
func (c *Catalogue) Paths() []Path { return c.paths }

// Shapes names the definitions of a call's request and answer within the schemas, as they
// are called in TypeScript and OpenAPI.
func (c *Catalogue) Shapes(call *bff.Call) (request, answer string) {
	e := c.byCall[call]
	return e.request.name, e.answer.name
}

// Defaults gives what Complete fills in for a call where no variant says otherwise, Lang
// aside. Numbers are json.Number. The map must not be changed.
func (c *Catalogue) Defaults(call *bff.Call) map[string]any { return c.byCall[call].defaults }
