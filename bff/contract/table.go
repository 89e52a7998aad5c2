package contract

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// table is the decoded calls.yaml.
type table struct {
	Deadlines   map[string]string   `yaml:"deadlines"`
	Caches      map[string]cacheRow `yaml:"caches"`
	RawCalls    yaml.MapSlice       `yaml:"calls"`
	RawServer   yaml.MapSlice       `yaml:"server_calls"`
	RawPaths    yaml.MapSlice       `yaml:"paths"`
	Calls       []callRow           `yaml:"-"`
	ServerCalls []callRow           `yaml:"-"`
	Paths       []pathRow           `yaml:"-"`
}

type cacheRow struct {
	TTL string `yaml:"ttl"`
	SWR string `yaml:"swr"`
	SIE string `yaml:"sie"`
}

type callRow struct {
	name       string
	Summary    string             `yaml:"summary"`
	Source     string             `yaml:"source"`
	Who        bff.Who            `yaml:"who"`
	Kind       bff.Kind           `yaml:"kind"`
	Part       bff.Part           `yaml:"part"`
	Protection bff.ProtectionMode `yaml:"protection"`
	Deadline   string             `yaml:"deadline"`
	Cache      string             `yaml:"cache"`
	Contract   bff.ContractMode   `yaml:"contract"`
	Request    string             `yaml:"request"`
	Answer     string             `yaml:"answer"`
	Paginated  bool               `yaml:"paginated"`
	Poll       bool               `yaml:"poll"`
	AnsweredBy string             `yaml:"answered_by"` // bff; empty: the platform
	Optional   bool               `yaml:"optional"`
	Variants   []variantRow       `yaml:"variants"`
}

type variantRow struct {
	When       map[string]any     `yaml:"when"`
	Who        bff.Who            `yaml:"who"`
	Kind       bff.Kind           `yaml:"kind"`
	Part       bff.Part           `yaml:"part"`
	Protection bff.ProtectionMode `yaml:"protection"`
	Cache      string             `yaml:"cache"`
	Defaults   map[string]any     `yaml:"defaults"`
}

type pathRow struct {
	path    string
	Summary string `yaml:"summary"`
	Source  string `yaml:"source"`
	Query   string `yaml:"query"`
	Answer  string `yaml:"answer"`
	Content string `yaml:"content"`
}

func readTable(files fs.FS) (*table, error) {
	t := &table{}
	err := readYAML(files, "calls.yaml", t)
	if err != nil {
		return nil, err
	}
	if t.Calls, err = callRows(t.RawCalls); err != nil {
		return nil, err
	}
	if t.ServerCalls, err = callRows(t.RawServer); err != nil {
		return nil, err
	}
	for _, item := range t.RawPaths {
		row := pathRow{path: fmt.Sprint(item.Key), Content: "application/json"}
		if err := decodeRow(item.Value, &row); err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: %w", row.path, err)
		}
		t.Paths = append(t.Paths, row)
	}
	return t, nil
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

func callRows(raw yaml.MapSlice) ([]callRow, error) {
	out := make([]callRow, 0, len(raw))
	for _, item := range raw {
		row := callRow{name: fmt.Sprint(item.Key)}
		if err := decodeRow(item.Value, &row); err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: %w", row.name, err)
		}
		out = append(out, row)
	}
	return out, nil
}

// decodeRow decodes one row strictly. The table is read as an ordered map first to preserve the order
// of the calls.
func decodeRow(value, into any) error {
	raw, err := yaml.Marshal(value)
	if err != nil {
		return err
	}
	return yaml.UnmarshalWithOptions(raw, into, yaml.Strict())
}

func (c *Catalogue) entry(row callRow, t *table) (*entry, error) {
	class, method, ok := strings.Cut(row.name, "/")
	if !ok || class == "" || method == "" {
		return nil, fmt.Errorf("want class/method")
	}
	if row.Summary == "" || row.Source == "" {
		return nil, fmt.Errorf("summary and source are required")
	}
	if row.AnsweredBy != "" && row.AnsweredBy != "bff" {
		return nil, fmt.Errorf("answered_by %q: want bff or no value", row.AnsweredBy)
	}
	if row.Optional && row.AnsweredBy == "bff" {
		return nil, fmt.Errorf("optional: a call that the BFF answers is never missing")
	}
	rules, err := t.rules(row)
	if err != nil {
		return nil, err
	}
	e := &entry{call: bff.NewCall(bff.Call{
		Class: class, Method: method, Summary: row.Summary, Source: row.Source,
		Rules: rules, Paginated: row.Paginated, Poll: row.Poll, Local: row.AnsweredBy == "bff", Optional: row.Optional,
	})}
	if e.request, err = c.schemas.definition(row.Request); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	properties, _ := e.request.raw["properties"].(map[string]any)
	e.request.folded = make(map[string]string, len(properties))
	for name := range properties {
		e.request.folded[names.FoldCase(name)] = name
	}
	if len(e.request.folded) < len(properties) {
		return nil, fmt.Errorf("request: two properties have names that differ only in case")
	}
	if e.answer, err = c.schemas.definition(row.Answer); err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	e.matcher = c.schemas.matchers.compile(e.answer.schema)
	e.types = e.matcher.rootTypes()
	if err := e.checkProtection(rules); err != nil {
		return nil, err
	}
	if rules.Cache.Cacheable() && e.request.raw["additionalProperties"] != false {
		return nil, fmt.Errorf("a cacheable call needs a request with additionalProperties: false")
	}
	e.defaults = c.schemas.defaults(e.request)
	for i, v := range row.Variants {
		variant, err := t.variant(rules, v)
		if err != nil {
			return nil, fmt.Errorf("variants[%d]: %w", i, err)
		}
		if err := errors.Join(e.checkProtection(variant.Rules), checkPart(variant.Rules.Part)); err != nil {
			return nil, fmt.Errorf("variants[%d]: %w", i, err)
		}
		e.variants = append(e.variants, variant)
	}
	return e, nil
}

// callers are the values of who.
var callers = []bff.Who{bff.WhoGuest, bff.WhoSession, bff.WhoPending, bff.WhoAnyone}

// rules validates and resolves the rules of a row.
func (t *table) rules(row callRow) (bff.Rules, error) {
	r := bff.Rules{
		Who: row.Who, Kind: row.Kind, Part: row.Part, Protection: row.Protection, DeadlineClass: row.Deadline, Contract: cmp.Or(row.Contract, bff.ContractObserve),
	}
	if !slices.Contains(callers, row.Who) {
		return r, fmt.Errorf("who %q: want guest, session, pending or anyone", row.Who)
	}
	switch row.Kind {
	case bff.KindRead, bff.KindWrite, bff.KindMoney:
	default:
		return r, fmt.Errorf("kind %q: want read, write or money", row.Kind)
	}
	switch {
	case r.Contract != bff.ContractObserve && r.Contract != bff.ContractEnforce:
		return r, fmt.Errorf("contract %q: want observe or enforce", row.Contract)
	case r.Contract == bff.ContractEnforce && r.Kind == bff.KindMoney:
		return r, fmt.Errorf("contract: money calls cannot be enforced, because an answered payment stays answered")
	}
	var err error
	if r.Deadline, err = time.ParseDuration(t.Deadlines[row.Deadline]); err != nil {
		return r, fmt.Errorf("deadline %q: %w", row.Deadline, err)
	}
	if r.Cache, err = t.cache(row.Cache); err != nil {
		return r, err
	}
	if r.Cache.Cacheable() && (r.Who != bff.WhoGuest || r.Kind != bff.KindRead) {
		return r, fmt.Errorf("only reads of guests can be cached")
	}
	return r, nil
}

// checkProtection reports a protection that the call cannot have.
func (e *entry) checkProtection(r bff.Rules) error {
	switch r.Protection {
	case "", bff.ProtectionOpen, bff.ProtectionRefuse:
		return nil
	case bff.ProtectionEmpty:
		if r.Kind != bff.KindRead || !e.types["array"] {
			return fmt.Errorf("protection: only a read that answers a list can be empty")
		}
		return nil
	}
	return fmt.Errorf("protection %q: want open, empty or refuse", r.Protection)
}

// checkPart reports a part that the site does not have.
func checkPart(part bff.Part) error {
	if part != bff.PartNone && !slices.Contains(bff.Parts, part) {
		return fmt.Errorf("part %q: want %s or one of %s", part, bff.PartNone, bff.Parts)
	}
	return nil
}

// CallsOf returns the names of the calls of which at least some requests belong to a part.
func (c *Catalogue) CallsOf(part bff.Part) (calls []string) {
	for _, call := range c.calls {
		e := c.byCall[call]
		if call.Rules.Part == part || slices.ContainsFunc(e.variants, func(v Variant) bool { return v.Rules.Part == part }) {
			calls = append(calls, call.Name())
		}
	}
	return calls
}

// PartsOf returns the parts to which requests of a class or a call belong.
func (c *Catalogue) PartsOf(name string) (parts []bff.Part) {
	return slices.DeleteFunc(slices.Clone(bff.Parts), func(part bff.Part) bool {
		return !slices.ContainsFunc(c.CallsOf(part), func(call string) bool { return call == name || strings.HasPrefix(call, name+"/") })
	})
}

// cache returns a cache policy by name. The empty name and "none" mean not cacheable.
func (t *table) cache(name string) (bff.CachePolicy, error) {
	var p bff.CachePolicy
	if name == "" || name == "none" {
		return p, nil
	}
	row, ok := t.Caches[name]
	if !ok {
		return p, fmt.Errorf("cache %q: unknown cache policy", name)
	}
	for _, part := range []struct {
		text string
		into *time.Duration
	}{{row.TTL, &p.TTL}, {row.SWR, &p.StaleWhileRevalidate}, {row.SIE, &p.StaleIfError}} {
		if part.text == "" {
			continue
		}
		d, err := time.ParseDuration(part.text)
		if err != nil {
			return p, fmt.Errorf("cache %q: %w", name, err)
		}
		*part.into = d
	}
	return p, nil
}

func (c *Catalogue) resolvePaths(t *table) ([]Path, error) {
	var out []Path
	for _, row := range t.Paths {
		p := Path{Path: row.path, Summary: row.Summary, Source: row.Source, Content: row.Content}
		answer, err := c.schemas.definition(row.Answer)
		if err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: answer: %w", row.path, err)
		}
		p.Answer = answer.name
		if row.Query != "" {
			query, err := c.schemas.definition(row.Query)
			if err != nil {
				return nil, fmt.Errorf("calls.yaml: %s: query: %w", row.path, err)
			}
			p.Query = query.name
		}
		out = append(out, p)
	}
	return out, nil
}
