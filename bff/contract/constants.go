package contract

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"croupier/contracts"
)

// Constant is one entry of constants.yaml, resolved, for the generator.
type Constant struct {
	Name, Doc string
	Value     any           // int64 or string; nil where another field is set
	Duration  time.Duration // above zero for spans of time
	Values    []NamedValue  // a family of named values
	List      []yaml.MapSlice
}

// NamedValue is one member of a family of constants.
type NamedValue struct {
	Name  string
	Value any // int64 or string
}

type constantRow struct {
	Doc      string          `yaml:"doc"`
	Value    any             `yaml:"value"`
	Duration string          `yaml:"duration"`
	From     string          `yaml:"from"`
	Values   yaml.MapSlice   `yaml:"values"`
	List     []yaml.MapSlice `yaml:"list"`
}

// Constants reads constants.yaml and follows its references into the contract.
func Constants() ([]Constant, error) { return constants(contracts.Files) }

func constants(files fs.FS) ([]Constant, error) {
	raw, err := fs.ReadFile(files, "constants.yaml")
	if err != nil {
		return nil, fmt.Errorf("constants.yaml: %w", err)
	}
	var rows yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(raw, &rows, yaml.Strict(), yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("constants.yaml: %w", err)
	}
	var out []Constant
	for _, item := range rows {
		c := Constant{Name: fmt.Sprint(item.Key)}
		if err := c.read(files, item.Value); err != nil {
			return nil, fmt.Errorf("constants.yaml: %s: %w", c.Name, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func (c *Constant) read(files fs.FS, value any) error {
	var row constantRow
	if err := decodeRow(value, &row); err != nil {
		return err
	}
	c.Doc, c.List = row.Doc, row.List
	if c.Doc == "" {
		return fmt.Errorf("doc is required")
	}
	var err error
	switch {
	case row.Value != nil:
		c.Value, err = scalar(row.Value)
	case row.From != "":
		c.Value, err = follow(files, row.From)
	case row.Duration != "":
		c.Duration, err = time.ParseDuration(row.Duration)
	case row.Values != nil:
		err = c.family(files, row.Values)
	case row.List == nil:
		err = fmt.Errorf("want one of value, duration, from, values, list")
	}
	return err
}

func (c *Constant) family(files fs.FS, values yaml.MapSlice) error {
	for _, item := range values {
		value, err := scalar(item.Value)
		if from, ok := item.Value.(map[string]any); ok {
			value, err = follow(files, fmt.Sprint(from["from"]))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", item.Key, err)
		}
		c.Values = append(c.Values, NamedValue{Name: fmt.Sprint(item.Key), Value: value})
	}
	return nil
}

func scalar(v any) (any, error) {
	if s, ok := v.(string); ok {
		return s, nil
	}
	n, err := strconv.ParseInt(fmt.Sprint(v), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("want a whole number or a word: %w", err)
	}
	return n, nil
}

// follow finds the scalar at "file#/json/pointer".
func follow(files fs.FS, ref string) (any, error) {
	file, pointer, ok := strings.Cut(ref, "#/")
	if !ok {
		return nil, fmt.Errorf("%q: want file#/pointer", ref)
	}
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	var doc any
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for _, token := range strings.Split(pointer, "/") {
		switch at := doc.(type) {
		case map[string]any:
			doc = at[unescape.Replace(token)]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at) {
				return nil, fmt.Errorf("%s: no place %s", ref, token)
			}
			doc = at[i]
		default:
			return nil, fmt.Errorf("%s leads nowhere at %s", ref, token)
		}
	}
	return scalar(doc)
}
