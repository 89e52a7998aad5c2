package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// constant is one resolved entry of constants.yaml.
type constant struct {
	Name, Doc string
	Site      bool          // only the site needs it
	Value     any           // int64 or string; nil if another field is set
	Duration  time.Duration // positive for durations, which only the site has
	Values    []namedValue  // named values
	List      []yaml.MapSlice
}

// namedValue is one of several named values of a constant.
type namedValue struct {
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
	Site     bool            `yaml:"site"`
}

// readConstants reads constants.yaml and resolves its references.
func readConstants(files fs.FS) ([]constant, error) {
	raw, err := fs.ReadFile(files, "constants.yaml")
	if err != nil {
		return nil, fmt.Errorf("constants.yaml: %w", err)
	}
	var order yaml.MapSlice
	var rows map[string]constantRow
	if err := errors.Join(yaml.UnmarshalWithOptions(raw, &order, yaml.UseOrderedMap()), yaml.UnmarshalWithOptions(raw, &rows, yaml.Strict())); err != nil {
		return nil, fmt.Errorf("constants.yaml: %w", err)
	}
	var out []constant
	for _, item := range order {
		c := constant{Name: fmt.Sprint(item.Key)}
		if err := c.resolve(files, rows[c.Name]); err != nil {
			return nil, fmt.Errorf("constants.yaml: %s: %w", c.Name, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func (c *constant) resolve(files fs.FS, row constantRow) (err error) {
	c.Doc, c.List, c.Site = row.Doc, row.List, row.Site
	switch {
	case c.Doc == "":
		err = errors.New("doc is required")
	case row.Value != nil:
		c.Value, err = scalar(row.Value)
	case row.From != "":
		c.Value, err = scalarAt(files, row.From)
	case row.Duration != "" && !row.Site:
		err = errors.New("a duration is for the site only")
	case row.Duration != "":
		c.Duration, err = time.ParseDuration(row.Duration)
	case row.Values != nil:
		err = c.namedValues(files, row.Values)
	case row.List == nil:
		err = errors.New("want one of value, duration, from, values, list")
	}
	return err
}

func (c *constant) namedValues(files fs.FS, values yaml.MapSlice) error {
	for _, item := range values {
		value, err := scalar(item.Value)
		if from, ok := item.Value.(map[string]any); ok {
			value, err = scalarAt(files, fmt.Sprint(from["from"]))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", item.Key, err)
		}
		c.Values = append(c.Values, namedValue{Name: fmt.Sprint(item.Key), Value: value})
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

// scalarAt returns the scalar at "file#/json/pointer".
func scalarAt(files fs.FS, ref string) (any, error) {
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
