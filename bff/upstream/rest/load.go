package rest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/config"
)

// Calls is the contract as far as a mapping is held against it; contract.Catalogue is one.
type Calls interface {
	Lookup(class, method string) (*bff.Call, bool)
}

// loader reads one file and gathers every fault of it.
type loader struct {
	faults
	calls   Calls
	prelude prelude
	paging  map[string]*paging
}

// Load reads and compiles a mapping file. Where anything is wrong with it the error is
// config.Faults, with every fault of the file at once.
func Load(files fs.FS, file string, calls Calls) (*Mapping, error) {
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, config.Faults{{File: file, Problem: "cannot be read: " + cause(err).Error()}}
	}
	return Parse(file, raw, calls)
}

// Parse compiles what a mapping file holds; file is only its name in faults. It fails as
// Load does.
func Parse(file string, raw []byte, calls Calls) (*Mapping, error) {
	l := &loader{faults: faults{file: file}, calls: calls, paging: map[string]*paging{}}
	m := l.mapping(raw)
	if len(l.all) > 0 {
		slices.SortStableFunc(l.all, func(a, b config.Fault) int { return cmp.Compare(a.Line, b.Line) })
		return nil, l.all
	}
	return m, nil
}

// cause drops the file's name from what the file system says.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func (l *loader) mapping(raw []byte) *Mapping {
	m := &Mapping{calls: map[string][]route{}}
	root := parseYAML(raw, &l.faults)
	if root == nil {
		return m
	}
	l.known(root, "", "version", "define", "headers", "paging", "errors", "calls")
	if v := l.want(root, "", "version"); v != nil && v.text != "1" {
		l.add(v.line, "version", "this version is not understood", "1")
	}
	if n := root.get("define"); n != nil {
		var err error
		if l.prelude, err = parseDefinitions(n.text); err != nil {
			l.broken(n, "define", err)
		}
	}
	m.headers = l.named(root.get("headers"), "headers", headerName.MatchString)
	m.errors = l.rules(root.get("errors"), "errors")
	if n := l.is(root.get("paging"), "paging", mapping); n != nil {
		for _, f := range n.fields {
			l.paging[f.name] = l.pager(f.value, under("paging", f.name))
		}
	}
	if n := l.is(l.want(root, "", "calls"), "calls", mapping); n != nil {
		for _, f := range n.fields {
			m.calls[f.name] = l.call(f)
		}
	}
	return m
}

// call reads one call: one way to send it, or several with conditions.
func (l *loader) call(f field) []route {
	at := under("calls", f.name)
	var call *bff.Call
	if l.calls != nil {
		class, method, _ := strings.Cut(f.name, "/")
		var ok bool
		if call, ok = l.calls.Lookup(class, method); !ok {
			l.add(f.line, at, "the contract has no such call", "class/method of contracts/calls.yaml")
		} else if call.Local {
			l.add(f.line, at, "the server answers this call itself", "")
		}
	}
	if f.value.kind != sequence {
		return []route{l.route(f.value, at, call)}
	}
	var out []route
	for i, item := range f.value.items {
		r := l.route(item, under(at, strconv.Itoa(i)), call)
		if last := i == len(f.value.items)-1; last != (r.when == nil) {
			l.add(item.line, under(under(at, strconv.Itoa(i)), "when"), "every way but the last needs a condition, and the last has none", "")
		}
		out = append(out, r)
	}
	return out
}

func (l *loader) route(n *node, at string, call *bff.Call) route {
	if n = l.is(n, at, mapping); n == nil {
		return route{}
	}
	l.known(n, at, "when", "method", "path", "query", "headers", "body", "paging", "errors", "data", "answer")
	r := route{
		when:    l.expr(n.get("when"), under(at, "when")),
		query:   l.named(n.get("query"), under(at, "query"), func(s string) bool { return s != "" }),
		headers: l.named(n.get("headers"), under(at, "headers"), headerName.MatchString),
		body:    l.expr(n.get("body"), under(at, "body")),
		errors:  l.rules(n.get("errors"), under(at, "errors")),
		data:    l.expr(n.get("data"), under(at, "data")),
		answer:  l.expr(n.get("answer"), under(at, "answer")),
	}
	if v := l.want(n, at, "method"); v != nil {
		if r.method = v.text; !methodName.MatchString(v.text) {
			l.add(v.line, under(at, "method"), strconv.Quote(v.text)+" is no method", "GET, POST, PUT, PATCH or DELETE")
		}
	}
	if v := l.want(n, at, "path"); v != nil {
		var err error
		if r.path, err = parsePath(v.text, l.prelude.compile); err != nil {
			l.broken(v, under(at, "path"), err)
		}
	}
	if r.method == "GET" && r.body != nil {
		l.add(n.get("body").line, under(at, "body"), "a GET has no body", "")
	}
	if r.method == "GET" && call != nil && call.Rules.Kind != bff.KindRead {
		l.add(n.get("method").line, under(at, "method"), "a call that changes something cannot be a GET", "POST, PUT, PATCH or DELETE")
	}
	if r.data != nil && r.answer != nil {
		l.add(n.get("answer").line, under(at, "answer"), "stands beside data", "one of data and answer")
	}
	l.paged(n, at, &r, call)
	return r
}

// paged reads which paging a route has. A list is asked for in several requests, so it must
// be a read.
func (l *loader) paged(n *node, at string, r *route, call *bff.Call) {
	v := n.get("paging")
	if v == nil {
		return
	}
	at = under(at, "paging")
	var ok bool
	if r.paging, ok = l.paging[v.text]; !ok {
		l.add(v.line, at, strconv.Quote(v.text)+" is not among paging", "")
	}
	if call != nil && call.Rules.Kind != bff.KindRead {
		l.add(v.line, at, "only a read is paged", "")
	}
	if r.answer != nil {
		l.add(v.line, at, "a paged list needs data, over .items", "")
	}
}

func (l *loader) pager(n *node, at string) *paging {
	if n = l.is(n, at, mapping); n == nil {
		return nil
	}
	l.known(n, at, "style", "start", "size", "first", "max_size", "max_pages", "items", "total", "next")
	p := &paging{
		first:    l.number(n, at, "first", 1, 0, 1),
		maxSize:  l.number(n, at, "max_size", 0, 1, 10000),
		maxPages: l.number(n, at, "max_pages", defaultMaxPages, 1, maxMaxPages),
		total:    l.expr(n.get("total"), under(at, "total")),
		next:     l.expr(n.get("next"), under(at, "next")),
	}
	for _, part := range []struct {
		name string
		into *string
	}{{"style", &p.style}, {"start", &p.start}, {"size", &p.size}} {
		if v := l.want(n, at, part.name); v != nil {
			*part.into = v.text
		}
	}
	if v := l.want(n, at, "items"); v != nil {
		p.items = l.expr(v, under(at, "items"))
	}
	switch p.style {
	case styleCursor:
		l.want(n, at, "next")
	case styleOffset, stylePage, "":
		if v := n.get("next"); v != nil {
			l.add(v.line, under(at, "next"), "belongs to the style cursor", "")
		}
	default:
		l.add(n.get("style").line, under(at, "style"), strconv.Quote(p.style)+" is no style", "offset, page or cursor")
	}
	return p
}

func (l *loader) rules(n *node, at string) []rule {
	if n = l.is(n, at, sequence); n == nil {
		return nil
	}
	var out []rule
	for i, item := range n.items {
		at := under(at, strconv.Itoa(i))
		if item = l.is(item, at, mapping); item == nil {
			continue
		}
		l.known(item, at, "status", "when", "message", "code", "reason")
		r := rule{
			status: l.statuses(item.get("status"), under(at, "status")),
			when:   l.expr(item.get("when"), under(at, "when")),
			code:   l.number(item, at, "code", 0, 100, 9999),
		}
		if v := l.want(item, at, "message"); v != nil {
			r.message = l.expr(v, under(at, "message"))
		}
		if v := item.get("reason"); v != nil {
			if r.reason = v.text; !reasonWord.MatchString(v.text) {
				l.add(v.line, under(at, "reason"), strconv.Quote(v.text)+" is no reason", "a few lower-case words, as debug has them")
			}
		}
		out = append(out, r)
	}
	return out
}

func (l *loader) statuses(n *node, at string) []int {
	if n == nil {
		return nil
	}
	items := n.items
	if n.kind == scalar {
		items = []*node{n}
	}
	var out []int
	for _, item := range items {
		status, err := strconv.Atoi(item.text)
		if err != nil || status < 200 || status > 599 {
			l.add(item.line, at, strconv.Quote(item.text)+" is no status", "200 to 599")
		}
		out = append(out, status)
	}
	return out
}

// named reads expressions by name.
func (l *loader) named(n *node, at string, fine func(string) bool) []named {
	if n = l.is(n, at, mapping); n == nil {
		return nil
	}
	var out []named
	for _, f := range n.fields {
		if !fine(f.name) {
			l.add(f.line, under(at, f.name), "is no name for this", "")
		}
		out = append(out, named{f.name, l.expr(f.value, under(at, f.name))})
	}
	return out
}

// expr compiles an expression; nil where there is none, or a broken one.
func (l *loader) expr(n *node, at string) *expr {
	if n = l.is(n, at, scalar); n == nil {
		return nil
	}
	e, err := l.prelude.compile(n.text)
	if err != nil {
		l.broken(n, at, err)
		return nil
	}
	return e
}

// broken tells a fault of an expression at its own line where jq says how far it read.
func (l *loader) broken(n *node, at string, err error) {
	line := n.line
	var syntax *gojq.ParseError
	if errors.As(err, &syntax) {
		read := n.text[:min(max(syntax.Offset-len(syntax.Token), 0), len(n.text))]
		line += strings.Count(read, "\n")
		column := len(read) - strings.LastIndex(read, "\n")
		err = fmt.Errorf("%w, at column %d", err, column)
	}
	l.add(line, at, "jq: "+err.Error(), "")
}

// number reads a whole number within bounds.
func (l *loader) number(n *node, at, name string, otherwise, least, most int) int {
	v := n.get(name)
	if v == nil {
		return otherwise
	}
	i, err := strconv.Atoi(v.text)
	if err != nil || i < least || i > most {
		l.add(v.line, under(at, name), strconv.Quote(v.text)+" is out of bounds", fmt.Sprintf("%d to %d", least, most))
	}
	return i
}

// is holds a node to a kind; nil where there is none, or another.
func (l *loader) is(n *node, at string, kind nodeKind) *node {
	if n == nil {
		return nil
	}
	if n.kind != kind {
		l.add(n.line, at, "is "+n.kind.String(), kind.String())
		return nil
	}
	return n
}

// want gives a field that has to be there, with something in it.
func (l *loader) want(n *node, at, name string) *node {
	v := n.get(name)
	if v == nil || v.kind == scalar && v.text == "" {
		l.add(n.line, under(at, name), "is missing", "")
		return nil
	}
	return v
}

// known refuses fields of other names.
func (l *loader) known(n *node, at string, names ...string) {
	for _, f := range n.fields {
		if !slices.Contains(names, f.name) {
			l.add(f.line, under(at, f.name), "unknown field", strings.Join(names, ", "))
		}
	}
}
