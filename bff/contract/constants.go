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

// Constant is one resolved entry of constants.yaml.
type Constant struct {
	Name, Doc string
	Value     any           // int64 or string; nil if another field is set
	Duration  time.Duration // positive for durations
	Values    []NamedValue  // named values
	List      []yaml.MapSlice
}

// NamedValue is one of several named values of a constant.
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

// Constants reads constants.yaml and resolves its references.
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
		c.Value, err = resolve(files, row.From)
	case row.Duration != "":
		c.Duration, err = time.ParseDuration(row.Duration)
	case row.Values != nil:
		err = c.namedValues(files, row.Values)
	case row.List == nil:
		err = fmt.Errorf("want one of value, duration, from, values, list")
	}
	return err
}

func (c *Constant) namedValues(files fs.FS, values yaml.MapSlice) error {
	for _, item := range values {
		value, err := scalar(item.Value)
		if from, ok := item.Value.(map[string]any); ok {
			value, err = resolve(files, fmt.Sprint(from["from"]))
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
		return nil, fmt.Errorf("want an integer or a string: %w", err)
	}
	return n, nil
}

// resolve returns the scalar at "file#/json/pointer".
func resolve(files fs.FS, ref string) (any, error) {
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
				return nil, fmt.Errorf("%s: no element %s", ref, token)
			}
			doc = at[i]
		default:
			return nil, fmt.Errorf("%s: not found at %s", ref, token)
		}
	}
	return scalar(doc)
}
