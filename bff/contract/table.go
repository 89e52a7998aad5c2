package contract

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// table is the decoded calls.yaml.
type table struct {
	Deadlines   map[string]time.Duration   `yaml:"deadlines"`
	Caches      map[string]bff.CachePolicy `yaml:"caches"`
	Calls       rows[callRow]              `yaml:"calls"`
	ServerCalls rows[callRow]              `yaml:"server_calls"`
	Paths       rows[Path]                 `yaml:"paths"`
}

// rows are the entries of a mapping in the order of the file.
type rows[T any] []row[T]

type row[T any] struct {
	name  string
	value T
}

// UnmarshalYAML decodes the entries.
func (r *rows[T]) UnmarshalYAML(decode func(any) error) error {
	var order yaml.MapSlice
	var byName map[string]T
	if err := errors.Join(decode(&order), decode(&byName)); err != nil {
		return err
	}
	for _, item := range order {
		name := fmt.Sprint(item.Key)
		*r = append(*r, row[T]{name, byName[name]})
	}
	return nil
}

type callRow struct {
	bff.Call  `yaml:",inline"`
	CacheName string       `yaml:"cache"`
	Request   string       `yaml:"request"`
	Answer    string       `yaml:"answer"`
	Variants  []variantRow `yaml:"variants"`
}

type variantRow struct {
	bff.Rules `yaml:",inline"`
	CacheName string         `yaml:"cache"`
	When      map[string]any `yaml:"when"`
	Defaults  map[string]any `yaml:"defaults"`
}

// readYAML decodes a file strictly. Errors begin with its name.
func readYAML(files fs.FS, name string, into any) error {
	raw, err := fs.ReadFile(files, name)
	if err == nil {
		err = yaml.UnmarshalWithOptions(raw, into, yaml.Strict())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (c *Catalogue) entry(name string, row callRow, t *table) (*entry, error) {
	call := row.Call
	call.Class, call.Method, _ = strings.Cut(name, "/")
	switch {
	case call.Class == "" || call.Method == "":
		return nil, errors.New("want class/method")
	case call.Summary == "":
		return nil, errors.New("summary is required")
	case call.Optional && call.Local:
		return nil, errors.New("optional: a call that the BFF answers is never missing")
	}
	e := &entry{}
	var err error
	if e.request, err = c.schemas.find(row.Request); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	properties, _ := e.request.raw["properties"].(map[string]any)
	e.request.folded = make(map[string]string, len(properties))
	for name := range properties {
		e.request.folded[names.FoldCase(name)] = name
	}
	if len(e.request.folded) < len(properties) {
		return nil, errors.New("request: two properties have names that differ only in case")
	}
	e.defaults = c.schemas.defaults(e.request)
	if e.answer, err = c.schemas.find(row.Answer); err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	e.matcher = c.schemas.matchers.compile(e.answer.schema)
	e.types = e.matcher.rootTypes()
	call.Rules.Contract = cmp.Or(call.Rules.Contract, bff.ContractObserve)
	if call.Rules.Deadline = t.Deadlines[call.Rules.DeadlineClass]; call.Rules.Deadline == 0 {
		return nil, fmt.Errorf("deadline %q: want one of %v", call.Rules.DeadlineClass,
			slices.Sorted(maps.Keys(t.Deadlines)))
	}
	if call.Rules.Cache, err = t.cache(row.CacheName); err != nil {
		return nil, err
	}
	if err := e.check(call.Rules); err != nil {
		return nil, err
	}
	e.call = bff.NewCall(call)
	for i, row := range row.Variants {
		v, err := t.variant(call.Rules, row)
		if err == nil {
			err = e.check(v.Rules)
		}
		if err != nil {
			return nil, fmt.Errorf("variants[%d]: %w", i, err)
		}
		e.variants = append(e.variants, v)
	}
	return e, nil
}

// check reports rules that the call cannot have.
func (e *entry) check(r bff.Rules) error {
	err := errors.Join(
		oneOf("who", r.Who, bff.WhoGuest, bff.WhoSession, bff.WhoPending, bff.WhoAnyone),
		oneOf("kind", r.Kind, bff.KindRead, bff.KindWrite, bff.KindMoney),
		oneOf("part", r.Part, append([]bff.Part{bff.PartNone}, bff.Parts...)...),
		oneOf("protection", r.Protection, "", bff.ProtectionOpen, bff.ProtectionEmpty, bff.ProtectionRefuse),
		oneOf("contract", r.Contract, bff.ContractObserve, bff.ContractEnforce),
	)
	switch isCached := r.Cache.Cacheable(); {
	case err != nil:
		return err
	case isCached && (r.Who != bff.WhoGuest || r.Kind != bff.KindRead):
		return errors.New("only reads of guests can be cached")
	case isCached && e.request.raw["additionalProperties"] != false:
		return errors.New("a cacheable call needs a request with additionalProperties: false")
	case r.Contract == bff.ContractEnforce && r.Kind == bff.KindMoney:
		return errors.New("contract: money calls cannot be enforced, because an answered payment stays answered")
	case r.Protection == bff.ProtectionEmpty && (r.Kind != bff.KindRead || !e.types["array"]):
		return errors.New("protection: only a read that answers a list can be empty")
	}
	return nil
}

func oneOf[T ~string](field string, value T, allowed ...T) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s %q: want one of %q", field, value, allowed)
}

// CallsOf returns the names of the calls of which at least some requests belong to a part.
func (c *Catalogue) CallsOf(part bff.Part) (calls []string) {
	for _, call := range c.calls {
		e := c.byCall[call]
		if call.Rules.Part == part ||
			slices.ContainsFunc(e.variants, func(v Variant) bool { return v.Rules.Part == part }) {
			calls = append(calls, call.Name())
		}
	}
	return calls
}

// PartsOf returns the parts to which requests of a class or a call belong.
func (c *Catalogue) PartsOf(name string) (parts []bff.Part) {
	return slices.DeleteFunc(slices.Clone(bff.Parts), func(part bff.Part) bool {
		return !slices.ContainsFunc(c.CallsOf(part),
			func(call string) bool { return call == name || strings.HasPrefix(call, name+"/") })
	})
}

// cache returns a cache policy by name. The empty name and "none" mean not cacheable.
func (t *table) cache(name string) (bff.CachePolicy, error) {
	policy, ok := t.Caches[name]
	if !ok && name != "" && name != "none" {
		return policy, fmt.Errorf("cache %q: unknown cache policy", name)
	}
	return policy, nil
}

// resolvePaths replaces the references of the paths by the names of their definitions.
func (c *Catalogue) resolvePaths(t *table) error {
	for _, row := range t.Paths {
		p := row.value
		p.Path, p.Content = row.name, cmp.Or(p.Content, "application/json")
		for _, ref := range []*string{&p.Query, &p.Request, &p.Answer} {
			if *ref == "" && (ref != &p.Answer || p.Request != "") {
				continue
			}
			d, err := c.schemas.find(*ref)
			if err != nil {
				return fmt.Errorf("calls.yaml: %s: %w", p.Path, err)
			}
			*ref = d.name
		}
		c.paths = append(c.paths, p)
	}
	return nil
}
