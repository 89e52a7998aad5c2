package rest

import (
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/yamlnode"
)

// query compiles the request of a route. A GET is only possible for a read, because net/http may
// resend it.
func (l *loader) query(n *yamlnode.Node, at string, read bool) query {
	q := query{
		query:   l.namedExprs(n.Get("query"), under(at, "query"), isNotEmpty),
		headers: l.namedExprs(n.Get("headers"), under(at, "headers"), headerName.MatchString),
		body:    l.expr(n.Get("body"), under(at, "body")),
		form:    l.namedExprs(n.Get("form"), under(at, "form"), isNotEmpty),
	}
	if v := l.required(n, at, "method"); v != nil {
		if q.method = v.Text; !methodName.MatchString(v.Text) {
			l.add(v.TextLine, under(at, "method"), strconv.Quote(v.Text)+" is not a method", "GET, POST, PUT, PATCH or DELETE")
		}
	}
	if v := l.required(n, at, "path"); v != nil {
		var err error
		if q.path, err = parsePath(v.Text, l.compiler(v, under(at, "path"))); err != nil {
			l.invalidExpr(v, under(at, "path"), err)
		}
	}
	for _, name := range []string{"body", "form"} {
		if v := n.Get(name); q.method == "GET" && v != nil {
			l.add(v.TextLine, under(at, name), "a GET cannot have a body", "")
		}
	}
	if v := n.Get("form"); v != nil && q.body != nil {
		l.add(v.TextLine, under(at, "form"), "cannot be combined with body", "body or form")
	}
	if q.method == "GET" && !read {
		l.add(n.Get("method").TextLine, under(at, "method"), "a GET is only possible for a read", "POST, PUT, PATCH or DELETE")
	}
	return q
}

func isNotEmpty(s string) bool { return s != "" }

// isFixed reports whether a route answers without a request: it has an answer, but neither method
// nor path. A payment cannot be answered by anything but the platform.
func (l *loader) isFixed(n *yamlnode.Node, at string, call *bff.Call) bool {
	if n.Get("method") != nil || n.Get("path") != nil || n.Get("data") == nil && n.Get("answer") == nil {
		return false
	}
	if call != nil && call.Rules.Kind == bff.KindMoney {
		l.add(n.TextLine, at, "a money call needs a request: method and path are missing", "")
	}
	for _, name := range []string{"first", "query", "headers", "body", "form", "paging", "errors"} {
		if v := n.Get(name); v != nil {
			l.add(v.TextLine, under(at, name), "has no effect in an answer without a request", "method and path")
		}
	}
	return true
}

// first compiles the request before that of a route. Of a write only the last request may have an
// effect, so that a failure between the two leaves nothing half done and the delivery of the call is
// that of the last one.
func (l *loader) first(n *yamlnode.Node, at string, call *bff.Call) *query {
	if n = l.ofKind(n, at, yamlnode.Mapping); n == nil {
		return nil
	}
	l.checkFields(n, at, "method", "path", "query", "headers", "body", "form")
	q := l.query(n, at, true)
	if call != nil && call.Rules.Kind != bff.KindRead && q.method != "GET" {
		l.add(n.Get("method").TextLine, under(at, "method"), "only the last request of a write may have an effect", "GET")
	}
	return &q
}

// refresh compiles how sessions are renewed.
func (l *loader) refresh(n *yamlnode.Node) *refresh {
	if n = l.ofKind(n, "refresh", yamlnode.Mapping); n == nil {
		return nil
	}
	l.checkFields(n, "refresh", "when", "method", "path", "query", "headers", "body", "form", "sid")
	r := &refresh{query: l.query(n, "refresh", false), renewals: newRenewals()}
	if v := l.required(n, "refresh", "when"); v != nil {
		r.when = l.expr(v, under("refresh", "when"))
	}
	if v := l.required(n, "refresh", "sid"); v != nil {
		r.sid = l.expr(v, under("refresh", "sid"))
	}
	return r
}

// unsupported reads the classes and calls that the platform does not have. A call cannot be both
// mapped and declared.
func (l *loader) unsupported(n *yamlnode.Node, m *Mapping) map[string]bool {
	out := map[string]bool{}
	if n = l.ofKind(n, "unsupported", yamlnode.Sequence); n == nil {
		return out
	}
	for i, item := range n.Items {
		at := under("unsupported", strconv.Itoa(i))
		if item = l.ofKind(item, at, yamlnode.Scalar); item == nil {
			continue
		}
		name := item.Text
		switch {
		case !l.knows(name):
			l.add(item.TextLine, at, strconv.Quote(name)+" is not a call of a platform", "a class, or class/method")
		case config.Required(name):
			l.add(item.TextLine, at, strconv.Quote(name)+" is needed by every site", "")
		case m.maps(name):
			l.add(item.TextLine, at, strconv.Quote(name)+" is mapped in calls", "")
		}
		out[name] = true
	}
	return out
}

// knows reports whether the contract has a class or call that platforms answer.
func (l *loader) knows(name string) bool {
	if l.calls == nil {
		return true
	}
	if !strings.Contains(name, "/") {
		return slices.ContainsFunc(l.calls.Calls(), func(c *bff.Call) bool { return c.Class == name })
	}
	return slices.ContainsFunc(l.calls.Calls(), func(c *bff.Call) bool { return c.Name() == name && !c.Local })
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
