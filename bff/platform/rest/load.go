package rest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/nearest"
	"croupier/bff/internal/yamlnode"
)

// Calls looks up the calls that a mapping may contain; contract.Catalogue implements it.
type Calls interface {
	Calls() []*bff.Call
	ServerCalls() []*bff.Call // those that the server itself makes
}

// loader compiles one file and collects its faults.
type loader struct {
	faults
	calls  Calls
	defs   definitions
	paging map[string]*paging
}

// Load reads and compiles a mapping file. The error is a config.Faults with all faults of the
// file.
func Load(files fs.FS, file string, calls Calls) (*Mapping, error) {
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, config.Faults{{File: file, Problem: "cannot be read: " + withoutPath(err).Error()}}
	}
	return Parse(file, raw, calls)
}

// Parse compiles the content of a mapping file; file is the name used in faults. It fails as Load
// does.
func Parse(file string, raw []byte, calls Calls) (*Mapping, error) {
	l := &loader{faults: faults{file: file}, calls: calls, paging: map[string]*paging{}}
	m := l.mapping(raw)
	if len(l.all) > 0 {
		slices.SortStableFunc(l.all, func(a, b config.Fault) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, l.all
	}
	return m, nil
}

// withoutPath returns the error of a PathError without the path.
func withoutPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

func (l *loader) mapping(raw []byte) *Mapping {
	m := &Mapping{calls: map[string][]route{}}
	root := parseYAML(raw, &l.faults)
	if root == nil {
		return m
	}
	l.checkFields(root, "", "version", "define", "headers", "idempotency_header", "refresh", "paging", "errors", "unsupported", "calls")
	if v := l.required(root, "", "version"); v != nil && v.Text != "1" {
		l.add(v.TextLine, "version", "unsupported version", "1")
	}
	if n := root.Get("define"); n != nil {
		var err error
		if l.defs, err = parseDefinitions(n.Text); err != nil {
			l.invalidExpr(n, "define", err)
		}
	}
	m.headers = l.namedExprs(root.Get("headers"), "headers", headerName.MatchString)
	m.errors = l.rules(root.Get("errors"), "errors")
	m.keyHeader = defaultKeyHeader
	if n := root.Get("idempotency_header"); n != nil {
		if m.keyHeader = n.Text; !headerName.MatchString(n.Text) {
			l.add(n.TextLine, "idempotency_header", "invalid name", "")
		}
	}
	m.refresh = l.refresh(root.Get("refresh"))
	if n := l.ofKind(root.Get("paging"), "paging", yamlnode.Mapping); n != nil {
		for _, f := range n.Fields {
			l.paging[f.Name] = l.pagingStyle(f.Value, under("paging", f.Name))
		}
	}
	if n := l.ofKind(l.required(root, "", "calls"), "calls", yamlnode.Mapping); n != nil {
		for _, f := range n.Fields {
			m.calls[f.Name] = l.call(f)
		}
		for _, f := range n.Fields {
			if strings.HasPrefix(f.Name, "platform_limits/") && len(m.calls[bff.CallPlatformLimits]) == 0 {
				l.add(f.Line, under("calls", f.Name), "has no effect without "+bff.CallPlatformLimits, "")
			}
		}
	}
	m.unsupported = l.unsupported(root.Get("unsupported"), m)
	return m
}

// call compiles the routes of a call: one without a condition, or a list with conditions.
func (l *loader) call(f yamlnode.Field) []route {
	at := under("calls", f.Name)
	var call *bff.Call
	if l.calls != nil {
		if call = l.lookup(f.Name); call == nil {
			l.addAt(f.Line, f.Column, at, "unknown call"+nearest.Hint(f.Name, l.callNames()), "class/method of contracts/calls.yaml")
		} else if call.Local {
			l.add(f.Line, at, "answered by the server, not by the platform", "")
		}
	}
	if f.Value.Kind != yamlnode.Sequence {
		return []route{l.route(f.Value, at, call)}
	}
	var out []route
	for i, item := range f.Value.Items {
		r := l.route(item, under(at, strconv.Itoa(i)), call)
		if last := i == len(f.Value.Items)-1; last != (r.when == nil) {
			l.add(item.TextLine, under(under(at, strconv.Itoa(i)), "when"), "all routes but the last need a condition, the last must not have one", "")
		}
		out = append(out, r)
	}
	return out
}

// lookup returns a call of the contract, or nil.
func (l *loader) lookup(name string) *bff.Call {
	for _, calls := range [...][]*bff.Call{l.calls.Calls(), l.calls.ServerCalls()} {
		if i := slices.IndexFunc(calls, func(c *bff.Call) bool { return c.Name() == name }); i >= 0 {
			return calls[i]
		}
	}
	return nil
}

// callNames lists the calls that a mapping may have.
func (l *loader) callNames() (names []string) {
	for _, c := range slices.Concat(l.calls.Calls(), l.calls.ServerCalls()) {
		if !c.Local {
			names = append(names, c.Name())
		}
	}
	return names
}

func (l *loader) route(n *yamlnode.Node, at string, call *bff.Call) route {
	if n = l.ofKind(n, at, yamlnode.Mapping); n == nil {
		return route{}
	}
	l.checkFields(n, at, "when", "first", "method", "path", "query", "headers", "body", "form", "paging", "errors", "data", "answer")
	r := route{
		when:   l.expr(n.Get("when"), under(at, "when")),
		errors: l.rules(n.Get("errors"), under(at, "errors")),
		data:   l.expr(n.Get("data"), under(at, "data")),
		answer: l.expr(n.Get("answer"), under(at, "answer")),
	}
	if r.fixed = l.isFixed(n, at, call); !r.fixed {
		r.query = l.query(n, at, call == nil || call.Rules.Kind == bff.KindRead)
		r.first = l.first(n.Get("first"), under(at, "first"), call)
	}
	if r.data != nil && r.answer != nil {
		l.add(n.Get("answer").TextLine, under(at, "answer"), "cannot be combined with data", "data or answer")
	}
	l.routePaging(n, at, &r, call)
	return r
}

// routePaging resolves the paging of a route. A list may take several requests, so its call must be
// a read.
func (l *loader) routePaging(n *yamlnode.Node, at string, r *route, call *bff.Call) {
	v := n.Get("paging")
	if v == nil {
		return
	}
	at = under(at, "paging")
	var ok bool
	if r.paging, ok = l.paging[v.Text]; !ok {
		l.add(v.TextLine, at, strconv.Quote(v.Text)+" is not defined in paging", "")
	}
	if call != nil && call.Rules.Kind != bff.KindRead {
		l.add(v.TextLine, at, "only possible for a read", "")
	}
	if r.answer != nil {
		l.add(v.TextLine, at, "cannot be combined with answer; use data with .items", "")
	}
}

func (l *loader) pagingStyle(n *yamlnode.Node, at string) *paging {
	if n = l.ofKind(n, at, yamlnode.Mapping); n == nil {
		return nil
	}
	l.checkFields(n, at, "style", "start", "size", "first", "max_size", "max_pages", "items", "total", "next")
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
		if v := l.required(n, at, part.name); v != nil {
			*part.into = v.Text
		}
	}
	if v := l.required(n, at, "items"); v != nil {
		p.items = l.expr(v, under(at, "items"))
	}
	switch p.style {
	case styleCursor:
		l.required(n, at, "next")
	case styleOffset, stylePage, "":
		if v := n.Get("next"); v != nil {
			l.add(v.TextLine, under(at, "next"), "only possible with style cursor", "")
		}
	default:
		l.add(n.Get("style").TextLine, under(at, "style"), strconv.Quote(p.style)+" is not a style", "offset, page or cursor")
	}
	return p
}

func (l *loader) rules(n *yamlnode.Node, at string) []rule {
	if n = l.ofKind(n, at, yamlnode.Sequence); n == nil {
		return nil
	}
	var out []rule
	for i, item := range n.Items {
		at := under(at, strconv.Itoa(i))
		if item = l.ofKind(item, at, yamlnode.Mapping); item == nil {
			continue
		}
		l.checkFields(item, at, "status", "when", "message", "code", "reason")
		r := rule{
			status: l.statuses(item.Get("status"), under(at, "status")),
			when:   l.expr(item.Get("when"), under(at, "when")),
			code:   l.number(item, at, "code", 0, 100, 9999),
		}
		if v := l.required(item, at, "message"); v != nil {
			r.message = l.expr(v, under(at, "message"))
		}
		if v := item.Get("reason"); v != nil {
			if r.reason = v.Text; !reasonWord.MatchString(v.Text) {
				l.add(v.TextLine, under(at, "reason"), strconv.Quote(v.Text)+" is not a reason", "lower-case words, as in debug")
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
			l.add(item.TextLine, at, strconv.Quote(item.Text)+" is not a status", "200 to 599")
		}
		out = append(out, status)
	}
	return out
}

// namedExprs compiles expressions by name. valid checks the names.
func (l *loader) namedExprs(n *yamlnode.Node, at string, valid func(string) bool) []namedExpr {
	if n = l.ofKind(n, at, yamlnode.Mapping); n == nil {
		return nil
	}
	var out []namedExpr
	for _, f := range n.Fields {
		if !valid(f.Name) {
			l.addAt(f.Line, f.Column, under(at, f.Name), "invalid name", "")
		}
		out = append(out, namedExpr{f.Name, l.expr(f.Value, under(at, f.Name))})
	}
	return out
}

// expr compiles an expression; it returns nil without one and for an invalid one.
func (l *loader) expr(n *yamlnode.Node, at string) *expr {
	if n = l.ofKind(n, at, yamlnode.Scalar); n == nil {
		return nil
	}
	e, err := l.compiler(n, at)(n.Text)
	if err != nil {
		l.invalidExpr(n, at, err)
		return nil
	}
	return e
}

// compiler returns a function that compiles an expression in the value n of a field.
func (l *loader) compiler(n *yamlnode.Node, field string) func(string) (*expr, error) {
	return func(src string) (*expr, error) {
		e, err := l.defs.compile(src)
		if err == nil {
			e.place = Place{File: l.file, Line: n.TextLine, Column: max(n.TextColumn, 1), Field: field, Source: src}
		}
		return e, err
	}
}

// invalidExpr reports the error of an expression, a syntax error at its own line and column.
func (l *loader) invalidExpr(n *yamlnode.Node, at string, err error) {
	line, column := n.TextLine, n.TextColumn
	var syntax *gojq.ParseError
	if errors.As(err, &syntax) {
		read := n.Text[:min(max(syntax.Offset-len(syntax.Token), 0), len(n.Text))]
		line += strings.Count(read, "\n")
		column += utf8.RuneCountInString(read[strings.LastIndex(read, "\n")+1:])
	}
	l.addAt(line, max(column, 1), at, "jq: "+err.Error(), "")
}

// number returns an integer from least to most, or fallback.
func (l *loader) number(n *yamlnode.Node, at, name string, fallback, least, most int) int {
	v := n.Get(name)
	if v == nil {
		return fallback
	}
	i, err := strconv.Atoi(v.Text)
	if err != nil || i < least || i > most {
		l.add(v.TextLine, under(at, name), strconv.Quote(v.Text)+" is out of range", fmt.Sprintf("%d to %d", least, most))
	}
	return i
}

// ofKind returns n if it has the kind, otherwise nil.
func (l *loader) ofKind(n *yamlnode.Node, at string, kind yamlnode.Kind) *yamlnode.Node {
	if n == nil {
		return nil
	}
	if n.Kind != kind {
		l.add(n.TextLine, at, "is "+kindName(n.Kind), kindName(kind))
		return nil
	}
	return n
}

// required returns a field, which must not be empty.
func (l *loader) required(n *yamlnode.Node, at, name string) *yamlnode.Node {
	v := n.Get(name)
	if v == nil || v.Kind == yamlnode.Scalar && v.Text == "" {
		l.add(n.TextLine, under(at, name), "is missing", "")
		return nil
	}
	return v
}

// checkFields reports fields that are not in names.
func (l *loader) checkFields(n *yamlnode.Node, at string, names ...string) {
	for _, f := range n.Fields {
		if !slices.Contains(names, f.Name) {
			l.addAt(f.Line, f.Column, under(at, f.Name), "unknown field"+nearest.Hint(f.Name, names), strings.Join(names, ", "))
		}
	}
}
