package rest

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/yamlnode"
)

// query compiles the request of a route. A GET is only possible for a read, because net/http may
// resend it.
func (l *loader) query(n *yamlnode.Node, at string, read bool) query {
	q := query{
		method:  textOf(n.Get("method")),
		query:   l.namedExprs(n.Get("query"), under(at, "query")),
		headers: l.namedExprs(n.Get("headers"), under(at, "headers")),
		body:    l.expr(n.Get("body"), under(at, "body")),
		form:    l.namedExprs(n.Get("form"), under(at, "form")),
	}
	if v := n.Get("path"); v != nil {
		var err error
		if q.path, err = parsePath(v.Text, l.compiler(v, under(at, "path"))); err != nil {
			l.invalidExpr(v, under(at, "path"), err)
		}
	}
	if q.method == "GET" && !read {
		l.add(n.Get("method"), under(at, "method"), "a GET is only possible for a read", "POST, PUT, PATCH or DELETE")
	}
	return q
}

// isFixed reports whether a route answers without a request: it has an answer, but neither method
// nor path. A payment cannot be answered by anything but the platform.
func (l *loader) isFixed(n *yamlnode.Node, at string, call *bff.Call) bool {
	if n.Get("method") != nil || n.Get("path") != nil || n.Get("data") == nil && n.Get("answer") == nil {
		return false
	}
	if call != nil && call.Rules.Kind == bff.KindMoney {
		l.add(n, at, "a money call needs a request: method and path are missing", "")
	}
	return true
}

// first compiles the request before that of a route. Of a write only the last request may have an
// effect, so that a failure between the two leaves nothing half done and the delivery of the call is
// that of the last one.
func (l *loader) first(n *yamlnode.Node, at string, call *bff.Call) *query {
	if n == nil {
		return nil
	}
	q := l.query(n, at, true)
	if method := n.Get("method"); method != nil && call != nil && call.Rules.Kind != bff.KindRead && q.method != "GET" {
		l.add(method, under(at, "method"), "only the last request of a write may have an effect", "GET")
	}
	return &q
}

// refresh compiles how sessions are renewed.
func (l *loader) refresh(n *yamlnode.Node) *refresh {
	if n == nil {
		return nil
	}
	return &refresh{
		query:    l.query(n, "refresh", false),
		renewals: newRenewals(),
		when:     l.expr(n.Get("when"), "refresh.when"),
		sid:      l.expr(n.Get("sid"), "refresh.sid"),
	}
}

// unsupported reads the classes and calls that the platform does not have. A call cannot be both
// mapped and declared.
func (l *loader) unsupported(n *yamlnode.Node, m *Mapping) map[string]bool {
	out := map[string]bool{}
	if n == nil {
		return out
	}
	for i, item := range n.Items {
		at, name := under("unsupported", strconv.Itoa(i)), item.Text
		switch {
		case !l.knows(name):
			l.add(item, at, strconv.Quote(name)+" is not a call of a platform", "a class, or class/method")
		case config.Required(name):
			l.add(item, at, strconv.Quote(name)+" is needed by every site", "")
		case m.maps(name):
			l.add(item, at, strconv.Quote(name)+" is mapped in calls", "")
		}
		out[name] = true
	}
	return out
}

// knows reports whether the contract has a class or call that platforms answer.
func (l *loader) knows(name string) bool {
	return l.calls == nil || slices.ContainsFunc(l.calls.Calls(), func(c *bff.Call) bool {
		return c.Class == name || c.Name() == name && !c.Local
	})
}

// maps reports whether the mapping has routes for a call, or for a call of a class.
func (m *Mapping) maps(name string) bool {
	for call := range m.calls {
		if class, _, _ := strings.Cut(call, "/"); call == name || class == name {
			return true
		}
	}
	return false
}

// namedExprs compiles expressions by name.
func (l *loader) namedExprs(n *yamlnode.Node, at string) (out []namedExpr) {
	for _, f := range n.All() {
		out = append(out, namedExpr{f.Name, l.expr(f.Value, under(at, f.Name))})
	}
	return out
}

// expr compiles an expression; it returns nil without one and for an invalid one.
func (l *loader) expr(n *yamlnode.Node, at string) *expr {
	if n == nil || n.Kind != yamlnode.Scalar {
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
	l.addAt(line, column, at, "jq: "+err.Error(), "")
}

// textOf returns the text of a scalar, empty without one.
func textOf(n *yamlnode.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// integerOf returns an integer whose bounds the schema has checked, or fallback.
func integerOf(n *yamlnode.Node, fallback int) int {
	if i, err := strconv.Atoi(textOf(n)); err == nil {
		return i
	}
	return fallback
}

// under appends name to a field path.
func under(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
