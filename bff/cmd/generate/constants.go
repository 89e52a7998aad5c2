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

// constant is one entry of constants.yaml, whose first lines explain the fields. Its references are
// resolved.
type constant struct {
	Name     string          `yaml:"-"`
	Doc      string          `yaml:"doc"`
	Site     bool            `yaml:"site"`
	Value    any             `yaml:"value"`
	From     string          `yaml:"from"`
	Duration time.Duration   `yaml:"duration"`
	Values   yaml.MapSlice   `yaml:"values"`
	List     []yaml.MapSlice `yaml:"list"`
}

// readConstants reads constants.yaml and resolves its references.
func readConstants(files fs.FS) ([]constant, error) {
	raw, err := fs.ReadFile(files, "constants.yaml")
	if err != nil {
		return nil, fmt.Errorf("constants.yaml: %w", err)
	}
	var order yaml.MapSlice
	var rows map[string]constant
	if err := errors.Join(
		yaml.UnmarshalWithOptions(raw, &order, yaml.UseOrderedMap()),
		yaml.UnmarshalWithOptions(raw, &rows, yaml.Strict()),
	); err != nil {
		return nil, fmt.Errorf("constants.yaml: %w", err)
	}
	out := make([]constant, len(order))
	for i, item := range order {
		name := fmt.Sprint(item.Key)
		out[i] = rows[name]
		out[i].Name = name
		if err := out[i].resolve(files); err != nil {
			return nil, fmt.Errorf("constants.yaml: %s: %w", name, err)
		}
	}
	return out, nil
}

func (c *constant) resolve(files fs.FS) (err error) {
	switch {
	case c.Doc == "":
		return errors.New("doc is required")
	case c.Value != nil:
		return checkScalar(c.Value)
	case c.From != "":
		c.Value, err = scalarAt(files, c.From)
	case c.Duration > 0 && !c.Site:
		return errors.New("a duration is for the site only")
	case c.Duration == 0 && c.Values == nil && c.List == nil:
		return errors.New("want one of value, duration, from, values, list")
	}
	for i, item := range c.Values {
		if from, ok := item.Value.(map[string]any); ok {
			c.Values[i].Value, err = scalarAt(files, fmt.Sprint(from["from"]))
		} else {
			err = checkScalar(item.Value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", item.Key, err)
		}
	}
	return err
}

func checkScalar(v any) error {
	switch v.(type) {
	case string, uint64, int64:
		return nil
	}
	return fmt.Errorf("want an integer or a string, not %v", v)
}

// scalarAt returns the scalar at "file#/json/pointer".
func scalarAt(files fs.FS, ref string) (any, error) {
	file, pointer, _ := strings.Cut(ref, "#/")
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	var at any
	if err := yaml.Unmarshal(raw, &at); err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	for token := range strings.SplitSeq(pointer, "/") {
		object, _ := at.(map[string]any)
		list, _ := at.([]any)
		at = object[strings.ReplaceAll(token, "~1", "/")]
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(list) {
			at = list[i]
		}
	}
	if err := checkScalar(at); err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	return at, nil
}
