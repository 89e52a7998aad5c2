package rest

import (
	"fmt"
	"strconv"
	"strings"

	"croupier/bff/config"
	"croupier/bff/internal/yamlnode"
)

// faults collects the faults of a file.
type faults struct {
	file    string
	all     config.Faults
	columns map[at]int // where keys, values and items start
}

// at is a field in a line: its key, or its value.
type at struct {
	name string
	line int
}

// add adds a fault of a field in a line, at the column of its value there, else of its key.
func (f *faults) add(line int, name, problem, allowed string) {
	column := f.columns[at{name, line}]
	for above := name; column == 0 && above != ""; {
		above = above[:max(strings.LastIndexByte(above, '.'), 0)]
		column = f.columns[at{above, line}]
	}
	f.addAt(line, max(column, 1), name, problem, allowed)
}

func (f *faults) addAt(line, column int, name, problem, allowed string) {
	f.all = append(f.all, config.Fault{File: f.file, Line: line, Column: column, Field: name, Problem: problem, Allowed: allowed})
}

// record records where the values below n start.
func (f *faults) record(n *yamlnode.Node, path string) {
	for i, item := range n.Items {
		below := under(path, strconv.Itoa(i))
		f.columns[at{below, item.Line}] = item.Column
		f.record(item, below)
	}
	for _, field := range n.Fields {
		below := under(path, field.Name)
		f.columns[at{below, field.Line}] = field.Column
		if v := field.Value; v.Line > 0 {
			f.columns[at{below, v.TextLine}] = v.TextColumn
		}
		f.record(field.Value, below)
	}
}

// parseYAML reads a file whose root is a mapping. It returns nil for any other file.
func parseYAML(raw []byte, f *faults) *yamlnode.Node {
	// Duplicate keys are reported with the other faults.
	docs, err := yamlnode.Parse(raw, yamlnode.AllowDuplicateKeys())
	if err != nil {
		f.addAt(err.Line, err.Column, "", err.Message, "")
		return nil
	}
	if len(docs) != 1 || docs[0] == nil {
		f.add(1, "", "the file must contain one document with a mapping", "")
		return nil
	}
	root := docs[0]
	f.columns = map[at]int{}
	f.record(root, "")
	f.check(root, "")
	if root.Kind != yamlnode.Mapping {
		f.add(root.TextLine, "", "the file is "+kindName(root.Kind), kindName(yamlnode.Mapping))
		return nil
	}
	return root
}

// check reports unsupported values and duplicate keys below n, and removes the duplicates.
func (f *faults) check(n *yamlnode.Node, path string) {
	if n.Kind == yamlnode.Unsupported {
		f.add(n.Line, path, fmt.Sprintf("%s is not supported", n.Type), "mappings, lists and scalars")
		n.Kind = yamlnode.Scalar
	}
	for i, item := range n.Items {
		f.check(item, under(path, strconv.Itoa(i)))
	}
	var unique []yamlnode.Field
	seen := map[string]bool{}
	for _, field := range n.Fields {
		at := under(path, field.Name)
		if seen[field.Name] {
			f.addAt(field.Line, field.Column, at, "duplicate key", "")
			continue
		}
		seen[field.Name] = true
		unique = append(unique, field)
		f.check(field.Value, at)
	}
	n.Fields = unique
}

// kindName returns the name of a kind for messages.
func kindName(k yamlnode.Kind) string {
	return [...]string{yamlnode.Scalar: "a scalar", yamlnode.Mapping: "a mapping", yamlnode.Sequence: "a list"}[k]
}

// under appends name to a field path.
func under(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
