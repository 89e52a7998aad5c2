package rest

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/names"
	"croupier/bff/internal/yamlnode"
)

// Calls looks up the calls that a mapping may contain; contract.Catalogue implements it.
type Calls interface {
	Calls() []*bff.Call
	ServerCalls() []*bff.Call // those that the server itself makes
}

// Load reads and compiles a mapping file. The error is a config.Faults with all faults of the
// file.
func Load(files fs.FS, file string, calls Calls) (*Mapping, error) {
	raw, err := fs.ReadFile(files, file)
	if err != nil {
		var pathError *fs.PathError // without the path, which the fault has
		if errors.As(err, &pathError) {
			err = pathError.Err
		}
		return nil, config.Faults{{File: file, Problem: "cannot be read: " + err.Error()}}
	}
	return Parse(file, raw, calls)
}

// Parse compiles the content of a mapping file; file is the name used in faults. It fails as Load
// does.
func Parse(file string, raw []byte, calls Calls) (*Mapping, error) {
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
	l.refuseUnsupported(docs[0], "")
	m := l.mapping(docs[0])
	if len(l.faults) > 0 {
		return nil, l.faults.Sorted()
	}
	return m, nil
}

// loader compiles one file and collects its faults. The schema of mapping files has found those of their structure
// (config.MappingFaults); the loader finds those that a schema cannot tell, and ignores what has the wrong form.
type loader struct {
	file   string
	faults config.Faults
	calls  Calls
	defs   definitions
	paging map[string]*paging
}

// add adds a fault at the value n of a field.
func (l *loader) add(n *yamlnode.Node, field, problem, allowed string) {
	l.addAt(n.TextLine, n.TextColumn, field, problem, allowed)
}

func (l *loader) addAt(line, column int, field, problem, allowed string) {
	l.faults = append(l.faults, config.Fault{
		File: l.file, Line: max(line, 1), Column: max(column, 1), Field: field, Problem: problem, Allowed: allowed,
	})
}

// refuseUnsupported reports anchors, aliases and tags below n.
func (l *loader) refuseUnsupported(n *yamlnode.Node, at string) {
	if n.Kind == yamlnode.Unsupported {
		l.add(n, at, n.Type+" is not supported", "mappings, lists and scalars")
	}
	for i, item := range n.Items {
		l.refuseUnsupported(item, under(at, strconv.Itoa(i)))
	}
	for _, f := range n.Fields {
		l.refuseUnsupported(f.Value, under(at, f.Name))
	}
}

func (l *loader) mapping(root *yamlnode.Node) *Mapping {
	if n := root.Get("define"); n != nil {
		var err error
		if l.defs, err = parseDefinitions(n.Text); err != nil {
			l.invalidExpr(n, "define", err)
		}
	}
	m := &Mapping{
		headers:   l.namedExprs(root.Get("headers"), "headers"),
		errors:    l.rules(root.Get("errors"), "errors"),
		keyHeader: defaultKeyHeader,
		refresh:   l.refresh(root.Get("refresh")),
		calls:     map[string][]route{},
	}
	if n := root.Get("idempotency_header"); n != nil {
		m.keyHeader = n.Text
	}
	for _, f := range root.Get("paging").All() {
		l.paging[f.Name] = l.pagingStyle(f.Value, under("paging", f.Name))
	}
	calls := root.Get("calls").All()
	for _, f := range calls {
		m.calls[f.Name] = l.call(f)
	}
	for _, f := range calls {
		if strings.HasPrefix(f.Name, "platform_limits/") && len(m.calls[bff.CallPlatformLimits]) == 0 {
			l.addAt(f.Line, f.Column, under("calls", f.Name), "has no effect without "+bff.CallPlatformLimits, "")
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
		known := slices.Concat(l.calls.Calls(), l.calls.ServerCalls())
		if i := slices.IndexFunc(known, func(c *bff.Call) bool { return c.Name() == f.Name }); i < 0 {
			var callNames []string
			for _, c := range known {
				if !c.Local {
					callNames = append(callNames, c.Name())
				}
			}
			l.addAt(f.Line, f.Column, at, "unknown call"+names.Hint(f.Name, callNames), "class/method of contracts/calls.yaml")
		} else if call = known[i]; call.Local {
			l.addAt(f.Line, f.Column, at, "answered by the server, not by the platform", "")
		}
	}
	if f.Value.Kind != yamlnode.Sequence {
		return []route{l.route(f.Value, at, call)}
	}
	var out []route
	for i, item := range f.Value.Items {
		at := under(at, strconv.Itoa(i))
		r := l.route(item, at, call)
		if last := i == len(f.Value.Items)-1; last != (r.when == nil) {
			l.add(item, under(at, "when"), "all routes but the last need a condition, the last must not have one", "")
		}
		out = append(out, r)
	}
	return out
}

func (l *loader) route(n *yamlnode.Node, at string, call *bff.Call) route {
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
	l.routePaging(n.Get("paging"), under(at, "paging"), &r, call)
	return r
}

// routePaging resolves the paging of a route. A list may take several requests, so its call must be
// a read.
func (l *loader) routePaging(n *yamlnode.Node, at string, r *route, call *bff.Call) {
	if n == nil {
		return
	}
	var ok bool
	if r.paging, ok = l.paging[n.Text]; !ok {
		l.add(n, at, strconv.Quote(n.Text)+" is not defined in paging", "")
	}
	if call != nil && call.Rules.Kind != bff.KindRead {
		l.add(n, at, "only possible for a read", "")
	}
}

func (l *loader) pagingStyle(n *yamlnode.Node, at string) *paging {
	return &paging{
		style:    textOf(n.Get("style")),
		start:    textOf(n.Get("start")),
		size:     textOf(n.Get("size")),
		first:    integerOf(n.Get("first"), 1),
		maxSize:  integerOf(n.Get("max_size"), 0),
		maxPages: integerOf(n.Get("max_pages"), defaultMaxPages),
		items:    l.expr(n.Get("items"), under(at, "items")),
		total:    l.expr(n.Get("total"), under(at, "total")),
		next:     l.expr(n.Get("next"), under(at, "next")),
	}
}

func (l *loader) rules(n *yamlnode.Node, at string) (out []rule) {
	if n == nil {
		return nil
	}
	for i, item := range n.Items {
		at := under(at, strconv.Itoa(i))
		r := rule{
			when:    l.expr(item.Get("when"), under(at, "when")),
			message: l.expr(item.Get("message"), under(at, "message")),
			code:    integerOf(item.Get("code"), 0),
			reason:  textOf(item.Get("reason")),
		}
		if status := item.Get("status"); status != nil {
			for _, s := range append(status.Items, status) { // one, or a list
				if s.Kind == yamlnode.Scalar {
					r.status = append(r.status, integerOf(s, 0))
				}
			}
		}
		out = append(out, r)
	}
	return out
}
