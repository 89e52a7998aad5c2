package rest

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/names"
	"croupier/bff/internal/yamlnode"
)

// Parse compiles the content of a mapping file. The error is a config.Faults with all faults of the
// file.
func Parse(file string, raw []byte, calls *contract.Catalogue) (*Mapping, error) {
	l := &loader{file: file, calls: calls, paging: map[string]*paging{}}
	l.faults = config.MappingFaults(file, raw)
	docs, invalid := yamlnode.Parse(raw)
	if invalid != nil {
		return nil, l.faults
	}
	if len(docs) != 1 || docs[0] == nil {
		l.addAt(1, 1, "", "the file must contain one document with a mapping", "")
		return nil, l.faults
	}
	root := value{Node: docs[0]}
	l.refuseUnsupported(root)
	m := l.mapping(root)
	if len(l.faults) > 0 {
		return nil, l.faults.Sorted()
	}
	return m, nil
}

// loader compiles one file and collects the faults that its schema cannot find. It ignores values
// of the wrong form, which config.MappingFaults reports.
type loader struct {
	file   string
	faults config.Faults
	calls  *contract.Catalogue // may be nil
	defs   definitions
	paging map[string]*paging
}

func (l *loader) add(v value, problem, allowed string) {
	l.addAt(v.TextLine, v.TextColumn, v.path, problem, allowed)
}

func (l *loader) addAt(line, column int, field, problem, allowed string) {
	l.faults = append(l.faults, config.Fault{
		File: l.file, Line: max(line, 1), Column: max(column, 1), Field: field, Problem: problem, Allowed: allowed,
	})
}

// refuseUnsupported reports anchors, aliases and tags below v.
func (l *loader) refuseUnsupported(v value) {
	if v.Kind == yamlnode.Unsupported {
		l.add(v, v.Type+" is not supported", "mappings, lists and scalars")
	}
	for _, item := range v.items() {
		l.refuseUnsupported(item)
	}
	for _, f := range v.Fields {
		l.refuseUnsupported(value{f.Value, under(v.path, f.Name)})
	}
}

func (l *loader) mapping(root value) *Mapping {
	if v := root.get("define"); v.Node != nil {
		var err error
		if l.defs, err = parseDefinitions(v.Text); err != nil {
			l.invalidExpr(v, err)
		}
	}
	m := &Mapping{
		headers:   l.namedExprs(root.get("headers")),
		errors:    l.rules(root.get("errors")),
		keyHeader: cmp.Or(root.get("idempotency_header").text(), defaultKeyHeader),
		refresh:   l.refresh(root.get("refresh")),
		calls:     map[string][]route{},
	}
	for _, f := range root.get("paging").All() {
		l.paging[f.Name] = l.pagingStyle(value{f.Value, under("paging", f.Name)})
	}
	calls := root.get("calls").All()
	for _, f := range calls {
		m.calls[f.Name] = l.call(f)
	}
	for _, f := range calls {
		if strings.HasPrefix(f.Name, "platform_limits/") && len(m.calls[bff.CallPlatformLimits]) == 0 {
			l.addAt(f.Line, f.Column, under("calls", f.Name), "has no effect without "+bff.CallPlatformLimits, "")
		}
	}
	m.unsupported = l.unsupported(root.get("unsupported"), m)
	return m
}

// call compiles the routes of a call: one without a condition, or a list with conditions.
func (l *loader) call(f yamlnode.Field) (out []route) {
	v := value{f.Value, under("calls", f.Name)}
	call := l.lookup(f, v.path)
	if v.Kind != yamlnode.Sequence {
		return []route{l.route(v, call)}
	}
	for i, item := range v.items() {
		r := l.route(item, call)
		if last := i == len(v.Items)-1; last != (r.when == nil) {
			where := value{item.Node, under(item.path, "when")}
			l.add(where, "every route except the last needs a condition, and the last must not have one", "")
		}
		out = append(out, r)
	}
	return out
}

// lookup returns the call that a field names, or nil.
func (l *loader) lookup(f yamlnode.Field, path string) *bff.Call {
	if l.calls == nil {
		return nil
	}
	var platforms []string
	for _, call := range slices.Concat(l.calls.Calls(), l.calls.ServerCalls()) {
		switch {
		case call.Name() == f.Name && call.Local:
			l.addAt(f.Line, f.Column, path, "answered by the server, not by the platform", "")
			return call
		case call.Name() == f.Name:
			return call
		case !call.Local:
			platforms = append(platforms, call.Name())
		}
	}
	problem := "unknown call" + names.Hint(f.Name, platforms)
	l.addAt(f.Line, f.Column, path, problem, "class/method of contracts/calls.yaml")
	return nil
}

func (l *loader) route(v value, call *bff.Call) route {
	r := route{
		when:   l.expr(v.get("when")),
		fixed:  v.get("method").Node == nil && v.get("path").Node == nil,
		errors: l.rules(v.get("errors")),
		data:   l.expr(v.get("data")),
		answer: l.expr(v.get("answer")),
	}
	kind := bff.KindRead
	if call != nil {
		kind = call.Rules.Kind
	}
	if r.fixed && kind == bff.KindMoney {
		l.add(v, "a money call needs a request: method and path are missing", "")
	}
	if !r.fixed {
		r.query = l.query(v, kind)
		r.first = l.first(v.get("first"), kind)
	}
	if paging := v.get("paging"); paging.Node != nil {
		var ok bool
		if r.paging, ok = l.paging[paging.Text]; !ok {
			l.add(paging, strconv.Quote(paging.Text)+" is not defined in paging", "")
		}
		if kind != bff.KindRead { // a list may take several requests
			l.add(paging, "only possible for a read", "")
		}
	}
	return r
}

func (l *loader) pagingStyle(v value) *paging {
	return &paging{
		style:    v.get("style").text(),
		start:    v.get("start").text(),
		size:     v.get("size").text(),
		first:    v.get("first").integer(1),
		maxSize:  v.get("max_size").integer(math.MaxInt),
		maxPages: v.get("max_pages").integer(defaultMaxPages),
		items:    l.expr(v.get("items")),
		total:    l.expr(v.get("total")),
		next:     l.expr(v.get("next")),
	}
}

func (l *loader) rules(v value) (out []rule) {
	for _, item := range v.items() {
		r := rule{
			when:    l.expr(item.get("when")),
			message: l.expr(item.get("message")),
			code:    item.get("code").integer(0),
			reason:  item.get("reason").text(),
		}
		status := item.get("status")
		for _, s := range append(status.items(), status) { // one, or a list
			if s.text() != "" {
				r.status = append(r.status, s.integer(0))
			}
		}
		out = append(out, r)
	}
	return out
}
