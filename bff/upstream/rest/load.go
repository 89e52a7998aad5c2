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
	"croupier/bff/internal/yamlnode"
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
	if v := l.want(root, "", "version"); v != nil && v.Text != "1" {
		l.add(v.TextLine, "version", "this version is not understood", "1")
	}
	if n := root.Get("define"); n != nil {
		var err error
		if l.prelude, err = parseDefinitions(n.Text); err != nil {
			l.broken(n, "define", err)
		}
	}
	m.headers = l.named(root.Get("headers"), "headers", headerName.MatchString)
	m.errors = l.rules(root.Get("errors"), "errors")
	if n := l.is(root.Get("paging"), "paging", yamlnode.Mapping); n != nil {
		for _, f := range n.Fields {
			l.paging[f.Name] = l.pager(f.Value, under("paging", f.Name))
		}
	}
	if n := l.is(l.want(root, "", "calls"), "calls", yamlnode.Mapping); n != nil {
		for _, f := range n.Fields {
			m.calls[f.Name] = l.call(f)
		}
	}
	return m
}

// call reads one call: one way to send it, or several with conditions.
func (l *loader) call(f yamlnode.Field) []route {
	at := under("calls", f.Name)
	var call *bff.Call
	if l.calls != nil {
		class, method, _ := strings.Cut(f.Name, "/")
		var ok bool
		if call, ok = l.calls.Lookup(class, method); !ok {
			l.add(f.Line, at, "the contract has no such call", "class/method of contracts/calls.yaml")
		} else if call.Local {
			l.add(f.Line, at, "the server answers this call itself", "")
		}
	}
	if f.Value.Kind != yamlnode.Sequence {
		return []route{l.route(f.Value, at, call)}
	}
	var out []route
	for i, item := range f.Value.Items {
		r := l.route(item, under(at, strconv.Itoa(i)), call)
		if last := i == len(f.Value.Items)-1; last != (r.when == nil) {
			l.add(item.TextLine, under(under(at, strconv.Itoa(i)), "when"), "every way but the last needs a condition, and the last has none", "")
		}
		out = append(out, r)
	}
	return out
}

func (l *loader) route(n *yamlnode.Node, at string, call *bff.Call) route {
	if n = l.is(n, at, yamlnode.Mapping); n == nil {
		return route{}
	}
	l.known(n, at, "when", "method", "path", "query", "headers", "body", "paging", "errors", "data", "answer")
	r := route{
		when:    l.expr(n.Get("when"), under(at, "when")),
		query:   l.named(n.Get("query"), under(at, "query"), func(s string) bool { return s != "" }),
		headers: l.named(n.Get("headers"), under(at, "headers"), headerName.MatchString),
		body:    l.expr(n.Get("body"), under(at, "body")),
		errors:  l.rules(n.Get("errors"), under(at, "errors")),
		data:    l.expr(n.Get("data"), under(at, "data")),
		answer:  l.expr(n.Get("answer"), under(at, "answer")),
	}
	if v := l.want(n, at, "method"); v != nil {
		if r.method = v.Text; !methodName.MatchString(v.Text) {
			l.add(v.TextLine, under(at, "method"), strconv.Quote(v.Text)+" is no method", "GET, POST, PUT, PATCH or DELETE")
		}
	}
	if v := l.want(n, at, "path"); v != nil {
		var err error
		if r.path, err = parsePath(v.Text, l.prelude.compile); err != nil {
			l.broken(v, under(at, "path"), err)
		}
	}
	if r.method == "GET" && r.body != nil {
		l.add(n.Get("body").TextLine, under(at, "body"), "a GET has no body", "")
	}
	if r.method == "GET" && call != nil && call.Rules.Kind != bff.KindRead {
		l.add(n.Get("method").TextLine, under(at, "method"), "a call that changes something cannot be a GET", "POST, PUT, PATCH or DELETE")
	}
	if r.data != nil && r.answer != nil {
		l.add(n.Get("answer").TextLine, under(at, "answer"), "stands beside data", "one of data and answer")
	}
	l.paged(n, at, &r, call)
	return r
}

// paged reads which paging a route has. A list is asked for in several requests, so it must
// be a read.
func (l *loader) paged(n *yamlnode.Node, at string, r *route, call *bff.Call) {
	v := n.Get("paging")
	if v == nil {
		return
	}
	at = under(at, "paging")
	var ok bool
	if r.paging, ok = l.paging[v.Text]; !ok {
		l.add(v.TextLine, at, strconv.Quote(v.Text)+" is not among paging", "")
	}
	if call != nil && call.Rules.Kind != bff.KindRead {
		l.add(v.TextLine, at, "only a read is paged", "")
	}
	if r.answer != nil {
		l.add(v.TextLine, at, "a paged list needs data, over .items", "")
	}
}

func (l *loader) pager(n *yamlnode.Node, at string) *paging {
	if n = l.is(n, at, yamlnode.Mapping); n == nil {
		return nil
	}
	l.known(n, at, "style", "start", "size", "first", "max_size", "max_pages", "items", "total", "next")
	p := &paging{
		first:    l.number(n, at, "first", 1, 0, 1),
		maxSize:  l.number(n, at, "max_size", 0, 1, 10000),
		maxPages: l.number(n, at, "max_pages", defaultMaxPages, 1, maxMaxPages),
		total:    l.expr(n.Get("total"), under(at, "total")),
		next:     l.expr(n.Get("next"), under(at, "next")),
	}
	for _, part := range []struct {
		name string
		into *string
	}{{"style", &p.style}, {"start", &p.start}, {"size", &p.size}} {
		if v := l.want(n, at, part.name); v != nil {
			*part.into = v.Text
		}
	}
	if v := l.want(n, at, "items"); v != nil {
		p.items = l.expr(v, under(at, "items"))
	}
	switch p.style {
	case styleCursor:
		l.want(n, at, "next")
	case styleOffset, stylePage, "":
		if v := n.Get("next"); v != nil {
			l.add(v.TextLine, under(at, "next"), "belongs to the style cursor", "")
		}
	default:
		l.add(n.Get("style").TextLine, under(at, "style"), strconv.Quote(p.style)+" is no style", "offset, page or cursor")
	}
	return p
}

func (l *loader) rules(n *yamlnode.Node, at string) []rule {
	if n = l.is(n, at, yamlnode.Sequence); n == nil {
		return nil
	}
	var out []rule
	for i, item := range n.Items {
		at := under(at, strconv.Itoa(i))
		if item = l.is(item, at, yamlnode.Mapping); item == nil {
			continue
		}
		l.known(item, at, "status", "when", "message", "code", "reason")
		r := rule{
			status: l.statuses(item.Get("status"), under(at, "status")),
			when:   l.expr(item.Get("when"), under(at, "when")),
			code:   l.number(item, at, "code", 0, 100, 9999),
		}
		if v := l.want(item, at, "message"); v != nil {
			r.message = l.expr(v, under(at, "message"))
		}
		if v := item.Get("reason"); v != nil {
			if r.reason = v.Text; !reasonWord.MatchString(v.Text) {
				l.add(v.TextLine, under(at, "reason"), strconv.Quote(v.Text)+" is no reason", "a few lower-case words, as debug has them")
			}
		}
		out = append(out, r)
	}
	return out
}

func (l *loader) statuses(n *yamlnode.Node, at string) []int {
	if n == nil {
		return nil
	}
	items := n.Items
	if n.Kind == yamlnode.Scalar {
		items = []*yamlnode.Node{n}
	}
	var out []int
	for _, item := range items {
		status, err := strconv.Atoi(item.Text)
		if err != nil || status < 200 || status > 599 {
			l.add(item.TextLine, at, strconv.Quote(item.Text)+" is no status", "200 to 599")
		}
		out = append(out, status)
	}
	return out
}

// named reads expressions by name.
func (l *loader) named(n *yamlnode.Node, at string, fine func(string) bool) []named {
	if n = l.is(n, at, yamlnode.Mapping); n == nil {
		return nil
	}
	var out []named
	for _, f := range n.Fields {
		if !fine(f.Name) {
			l.add(f.Line, under(at, f.Name), "is no name for this", "")
		}
		out = append(out, named{f.Name, l.expr(f.Value, under(at, f.Name))})
	}
	return out
}

// expr compiles an expression; nil where there is none, or a broken one.
func (l *loader) expr(n *yamlnode.Node, at string) *expr {
	if n = l.is(n, at, yamlnode.Scalar); n == nil {
		return nil
	}
	e, err := l.prelude.compile(n.Text)
	if err != nil {
		l.broken(n, at, err)
		return nil
	}
	return e
}

// broken tells a fault of an expression at its own line where jq says how far it read.
func (l *loader) broken(n *yamlnode.Node, at string, err error) {
	line := n.TextLine
	var syntax *gojq.ParseError
	if errors.As(err, &syntax) {
		read := n.Text[:min(max(syntax.Offset-len(syntax.Token), 0), len(n.Text))]
		line += strings.Count(read, "\n")
		column := len(read) - strings.LastIndex(read, "\n")
		err = fmt.Errorf("%w, at column %d", err, column)
	}
	l.add(line, at, "jq: "+err.Error(), "")
}

// number reads a whole number within bounds.
func (l *loader) number(n *yamlnode.Node, at, name string, otherwise, least, most int) int {
	v := n.Get(name)
	if v == nil {
		return otherwise
	}
	i, err := strconv.Atoi(v.Text)
	if err != nil || i < least || i > most {
		l.add(v.TextLine, under(at, name), strconv.Quote(v.Text)+" is out of bounds", fmt.Sprintf("%d to %d", least, most))
	}
	return i
}

// is holds a node to a kind; nil where there is none, or another.
func (l *loader) is(n *yamlnode.Node, at string, kind yamlnode.Kind) *yamlnode.Node {
	if n == nil {
		return nil
	}
	if n.Kind != kind {
		l.add(n.TextLine, at, "is "+describe(n.Kind), describe(kind))
		return nil
	}
	return n
}

// want gives a field that has to be there, with something in it.
func (l *loader) want(n *yamlnode.Node, at, name string) *yamlnode.Node {
	v := n.Get(name)
	if v == nil || v.Kind == yamlnode.Scalar && v.Text == "" {
		l.add(n.TextLine, under(at, name), "is missing", "")
		return nil
	}
	return v
}

// known refuses fields of other names.
func (l *loader) known(n *yamlnode.Node, at string, names ...string) {
	for _, f := range n.Fields {
		if !slices.Contains(names, f.Name) {
			l.add(f.Line, under(at, f.Name), "unknown field", strings.Join(names, ", "))
		}
	}
}
