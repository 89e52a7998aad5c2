package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/bff/platform/conformance"
)

// suggest prints a YAML document with settings that accept the deviations. Its comments contain the
// report.
func (c *contractVerifyCmd) suggest(w io.Writer, calls *contract.Catalogue, report *conformance.Report) error {
	var text bytes.Buffer
	if err := report.Write(&text); err != nil {
		return err
	}
	left := report.Deviations
	document := yaml.MapSlice{}
	if c.Mapping != "" {
		changed, rest, err := c.changedCalls(calls, left)
		if err != nil {
			return err
		}
		left = rest
		if len(changed) > 0 {
			text.WriteString("\nReplace these calls of the mapping:\n")
			document = append(document, yaml.MapItem{Key: "calls", Value: changed})
		}
	}
	overrides, rest := conformance.Overrides(calls, left)
	if len(overrides) > 0 {
		text.WriteString("\nAdd contract_overrides to the upstream in the server file:\n")
		document = append(document, yaml.MapItem{Key: "contract_overrides", Value: overrides})
	}
	for _, d := range rest {
		fmt.Fprintf(&text, "\nYou cannot accept %s: change the platform or the mapping\n", d)
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight("# "+line, " \n")); err != nil {
			return err
		}
	}
	if len(document) == 0 {
		return nil
	}
	raw, err := yaml.MarshalWithOptions(document, yaml.Indent(2), yaml.IndentSequence(true))
	if err != nil {
		return fmt.Errorf("could not write the suggestions: %w", err)
	}
	_, err = w.Write(raw)
	return err
}

// changedCalls returns the calls of the mapping with added filters, and the deviations without a
// filter.
func (c *contractVerifyCmd) changedCalls(
	calls *contract.Catalogue, found []conformance.Deviation,
) (out yaml.MapSlice, rest []conformance.Deviation, err error) {
	raw, err := os.ReadFile(c.Mapping)
	if err != nil {
		return nil, nil, fmt.Errorf("could not read the mapping: %w", err)
	}
	var mapping struct {
		Calls yaml.MapSlice `yaml:"calls"`
	}
	if err := yaml.UnmarshalWithOptions(raw, &mapping, yaml.UseOrderedMap()); err != nil {
		return nil, nil, fmt.Errorf("could not read the mapping %s: %w", c.Mapping, err)
	}
	filters, rest := conformance.Filters(calls, found)
	for _, item := range mapping.Calls {
		if filter := filters[fmt.Sprint(item.Key)]; filter != "" {
			out = append(out, yaml.MapItem{Key: item.Key, Value: filteredRoutes(item.Value, filter)})
		}
	}
	return out, rest, nil
}

// filteredRoutes returns the routes of a call with a filter appended to their data.
func filteredRoutes(routes any, filter string) any {
	switch routes := routes.(type) {
	case []any:
		return lists.Map(routes, func(route any) any { return filteredRoutes(route, filter) })
	case yaml.MapSlice:
		out := slices.Clone(routes)
		for i, field := range out {
			switch field.Key {
			case "data":
				out[i].Value = fmt.Sprintf("(%s) | %s", field.Value, filter)
			case "answer":
				out[i].Value = fmt.Sprintf("(%s) | if .result then .data |= (%s) else . end", field.Value, filter)
			}
		}
		return out
	}
	return routes
}
