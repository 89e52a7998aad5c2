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
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/yamlnode"
)

// value is a value of the file with its path. The node is nil for an absent one.
type value struct {
	*yamlnode.Node
	path string
}

func (v value) get(name string) value { return value{v.Node.Get(name), under(v.path, name)} }

func (v value) items() (out []value) {
	if v.Node != nil {
		for i, item := range v.Items {
			out = append(out, value{item, under(v.path, strconv.Itoa(i))})
		}
	}
	return out
}

// text returns the text of a scalar, empty without one.
func (v value) text() string {
	if v.Node == nil {
		return ""
	}
	return v.Text
}

// integer returns an integer whose bounds the schema has checked, or fallback.
func (v value) integer(fallback int) int {
	if i, err := strconv.Atoi(v.text()); err == nil {
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

// query compiles the request of a route. net/http may resend a GET, so only a read can be a GET.
func (l *loader) query(v value, kind bff.Kind) query {
	q := query{
		method:  v.get("method").text(),
		query:   l.namedExprs(v.get("query")),
		headers: l.namedExprs(v.get("headers")),
		body:    l.expr(v.get("body")),
		form:    l.namedExprs(v.get("form")),
	}
	if path := v.get("path"); path.Node != nil {
		var err error
		if q.path, err = parsePath(path.Text, l.compiler(path)); err != nil {
			l.invalidExpr(path, err)
		}
	}
	if q.method == "GET" && kind != bff.KindRead {
		l.add(v.get("method"), "a GET is only possible for a read", "POST, PUT, PATCH or DELETE")
	}
	return q
}

// first compiles the first of two requests of a route. Only the last request of a write may have an
// effect, so its delivery is the delivery of the call.
func (l *loader) first(v value, kind bff.Kind) *query {
	if v.Node == nil {
		return nil
	}
	q := l.query(v, bff.KindRead)
	if method := v.get("method"); method.Node != nil && kind != bff.KindRead && q.method != "GET" {
		l.add(method, "only the last request of a write may have an effect", "GET")
	}
	return &q
}

// refresh compiles the renewal of sessions.
func (l *loader) refresh(v value) *refresh {
	if v.Node == nil {
		return nil
	}
	return &refresh{
		query: l.query(v, bff.KindWrite), when: l.expr(v.get("when")), sid: l.expr(v.get("sid")),
		known: bounded.New(bounded.Options[string, string]{MaxEntries: maxRenewals}),
	}
}

// unsupported reads the classes and calls that the platform does not have.
func (l *loader) unsupported(v value, m *Mapping) map[string]bool {
	out := map[string]bool{}
	for _, item := range v.items() {
		name := item.Text
		switch {
		case !l.knows(name):
			l.add(item, strconv.Quote(name)+" is not a call of a platform", "a class, or class/method")
		case config.Required(name):
			l.add(item, strconv.Quote(name)+" is needed by every site", "")
		case m.maps(name):
			l.add(item, strconv.Quote(name)+" is mapped in calls", "")
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
func (l *loader) namedExprs(v value) []namedExpr {
	return lists.Map(v.All(), func(f yamlnode.Field) namedExpr {
		return namedExpr{f.Name, l.expr(value{f.Value, under(v.path, f.Name)})}
	})
}

// expr compiles an expression. It returns nil without one and for an invalid one.
func (l *loader) expr(v value) *expr {
	if v.Node == nil || v.Kind != yamlnode.Scalar {
		return nil
	}
	e, err := l.compiler(v)(v.Text)
	if err != nil {
		l.invalidExpr(v, err)
		return nil
	}
	return e
}

// compiler returns a function that compiles an expression in a value.
func (l *loader) compiler(v value) func(string) (*expr, error) {
	return func(src string) (*expr, error) {
		e, err := l.defs.compile(src)
		if err == nil {
			e.place = Place{File: l.file, Line: v.TextLine, Column: max(v.TextColumn, 1), Field: v.path, Source: src}
		}
		return e, err
	}
}

// invalidExpr reports the error of an expression, a syntax error with its line and column.
func (l *loader) invalidExpr(v value, err error) {
	line, column := v.TextLine, v.TextColumn
	var syntax *gojq.ParseError
	if errors.As(err, &syntax) {
		read := v.Text[:min(max(syntax.Offset-len(syntax.Token), 0), len(v.Text))]
		line += strings.Count(read, "\n")
		column += utf8.RuneCountInString(read[strings.LastIndex(read, "\n")+1:])
	}
	l.addAt(line, column, v.path, "jq: "+err.Error(), "")
}
