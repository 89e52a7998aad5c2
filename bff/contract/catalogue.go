// Package contract loads the files of contracts/. It provides the call table with its rules, the
// compiled schemas, the BFF's texts and the known messages of the platform.
package contract

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/lists"
	"croupier/contracts"
)

// Catalogue is the validated and compiled contract. It is immutable and safe for concurrent use.
type Catalogue struct {
	calls    []*bff.Call
	own      []*bff.Call             // calls of the server itself
	byName   map[[2]string]*bff.Call // calls of visitors, by class and method
	byCall   map[*bff.Call]*entry
	paths    []Path
	schemas  *schemaSet
	messages map[string]map[string]string // by language and key
	known    map[string]bff.KnownMessage  // by normalized message
	problems []problem
	examples map[string][]Example
	openapi  []byte
	staffAPI []byte
	valid    *bounded.Recent[*matcher, struct{}] // data without violations
}

// entry is one call with its schemas and variants.
type entry struct {
	call     *bff.Call
	request  *definition
	answer   *definition
	matcher  *matcher        // of answer
	types    map[string]bool // JSON types that answer allows
	variants []Variant
	defaults map[string]any
}

// Load returns the embedded contract, which a process loads at most once. It fails if the files are
// inconsistent, for example on unknown keys and dangling references.
func Load() (*Catalogue, error) { return embedded() }

// MustLoad is Load for programs. It panics on an error, which a test would show first.
func MustLoad() *Catalogue {
	c, err := Load()
	if err != nil {
		panic(err)
	}
	return c
}

var embedded = sync.OnceValues(func() (*Catalogue, error) { return load(contracts.Files) })

func load(files fs.FS) (*Catalogue, error) {
	var t table
	err := readYAML(files, "calls.yaml", &t)
	if err != nil {
		return nil, err
	}
	c := &Catalogue{
		byName: map[[2]string]*bff.Call{}, byCall: map[*bff.Call]*entry{},
		valid: bounded.NewRecent[*matcher, struct{}](),
	}
	if c.schemas, err = compile(files, &t); err != nil {
		return nil, err
	}
	for i, row := range slices.Concat(t.Calls, t.ServerCalls) {
		e, err := c.entry(row.name, row.value, &t)
		if err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: %w", row.name, err)
		}
		c.byCall[e.call] = e
		if i >= len(t.Calls) {
			c.own = append(c.own, e.call)
			continue
		}
		c.calls = append(c.calls, e.call)
		c.byName[[2]string{e.call.Class, e.call.Method}] = e.call
	}
	if err = c.resolvePaths(&t); err != nil {
		return nil, err
	}
	if c.messages, err = readMessages(files); err != nil {
		return nil, err
	}
	if c.known, err = readKnownMessages(files); err != nil {
		return nil, err
	}
	if c.problems, err = readProblems(files, c.messages); err != nil {
		return nil, err
	}
	if c.examples, err = readExamples(files); err != nil {
		return nil, err
	}
	if c.openapi, err = fs.ReadFile(files, "openapi.yaml"); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	if c.staffAPI, err = fs.ReadFile(files, "staff.yaml"); err != nil {
		return nil, fmt.Errorf("staff.yaml: %w", err)
	}
	return c, nil
}

// Lookup returns a call by class and method, which are case-sensitive.
func (c *Catalogue) Lookup(class, method string) (*bff.Call, bool) {
	call, ok := c.byName[[2]string{class, method}]
	return call, ok
}

// Calls returns every call in the order of calls.yaml. The slice must not be modified.
func (c *Catalogue) Calls() []*bff.Call { return c.calls }

// ServerCalls returns the calls that only the server makes, on platforms that have them. The slice
// must not be modified.
func (c *Catalogue) ServerCalls() []*bff.Call { return c.own }

// ServerCall returns a call of the server by its name, or nil.
func (c *Catalogue) ServerCall(name string) *bff.Call {
	found, _ := lists.Find(c.own, func(call *bff.Call) bool { return call.Name() == name })
	return found
}

// LongestDeadline returns the longest deadline of any call, which bounds the wait for an answer.
func (c *Catalogue) LongestDeadline() time.Duration {
	longest := time.Duration(0)
	for _, call := range c.calls {
		longest = max(longest, call.Rules.Deadline)
	}
	return longest
}

// OpenAPI returns the generated OpenAPI 3.1 document as YAML. It must not be modified.
func (c *Catalogue) OpenAPI() []byte { return c.openapi }

// StaffAPI returns the OpenAPI document of the console's API.
func (c *Catalogue) StaffAPI() []byte { return c.staffAPI }

// Path is a plain path outside the gateway. Its response has no envelope. A path with a Request
// takes a POST and has status 204, the others take GET.
type Path struct {
	Path    string `yaml:"-"`
	Summary string `yaml:"summary"`
	Query   string `yaml:"query"`   // name of a schema definition; may be empty
	Request string `yaml:"request"` // name of a schema definition; may be empty
	Answer  string `yaml:"answer"`  // name of a schema definition; empty if there is a Request
	Content string `yaml:"content"` // media type
}

// Paths returns the paths outside the gateway in the order of calls.yaml.
func (c *Catalogue) Paths() []Path { return c.paths }

// Definitions returns the names of the schema definitions of a call's request and answer, which are
// also the names in TypeScript and OpenAPI.
func (c *Catalogue) Definitions(call *bff.Call) (request, answer string) {
	e := c.byCall[call]
	return e.request.name, e.answer.name
}

// Defaults returns the defaults of a call's request, without defaults of variants and without Lang.
// Numbers are json.Number. The map must not be modified.
func (c *Catalogue) Defaults(call *bff.Call) map[string]any { return c.byCall[call].defaults }

// Example is one request of a call and its answer, from examples/<class>/<method>.json.
type Example struct {
	Name   string          `json:"name"`   // a sentence
	Data   json.RawMessage `json:"data"`   // of the request
	Answer json.RawMessage `json:"answer"` // the whole envelope
}

// Examples returns the examples of a call in the order of the file.
func (c *Catalogue) Examples(call *bff.Call) []Example { return c.examples[call.Name()] }

func readExamples(files fs.FS) (map[string][]Example, error) {
	names, err := fs.Glob(files, "examples/*/*.json")
	if err != nil {
		return nil, err
	}
	out := map[string][]Example{}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var examples []Example
		if err := json.Unmarshal(raw, &examples); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[strings.TrimSuffix(strings.TrimPrefix(name, "examples/"), ".json")] = examples
	}
	return out, nil
}
