package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/platform/envelope"
)

// path is a template of literal text and values. Each value is escaped as one path segment.
type path []pathPart

type pathPart struct {
	text  string
	value *expr
}

var errSegment = errors.New("a path value is ., .., empty or null")

// parsePath parses a template such as "/v1/games/{.data.gameID}". Expressions cannot contain
// braces.
func parsePath(src string, compile func(string) (*expr, error)) (path, error) {
	if !strings.HasPrefix(src, "/") || strings.ContainsAny(src, "?#") {
		return nil, errors.New("a path starts with / and has no query")
	}
	var p path
	for src != "" {
		text, rest, found := strings.Cut(src, "{")
		if strings.Contains(text, "}") {
			return nil, errors.New("} without {")
		}
		if text != "" {
			p = append(p, pathPart{text: text})
		}
		if !found {
			break
		}
		value, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, errors.New("{ without }")
		}
		e, err := compile(value)
		if err != nil {
			return nil, err
		}
		p = append(p, pathPart{value: e})
		src = after
	}
	return p, nil
}

// render evaluates the template. Values cannot add segments or leave the path.
func (p path) render(ctx context.Context, in any) (string, error) {
	var b strings.Builder
	for _, s := range p {
		if s.value == nil {
			b.WriteString(s.text)
			continue
		}
		text, _, err := s.value.text(ctx, in, in)
		if err != nil {
			return "", err
		}
		if text == "" || text == "." || text == ".." {
			return "", s.value.failed(errSegment)
		}
		b.WriteString(url.PathEscape(text))
	}
	return b.String(), nil
}

// scalarText formats a jq scalar for a path, query or header. It returns false for other values.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool, int, *big.Int:
		return fmt.Sprint(v), true
	case json.Number:
		return v.String(), true
	case float64:
		raw, err := json.Marshal(v)
		return string(raw), err == nil
	}
	return "", false
}

// callInput returns the call as the input of expressions: . in requests and $in everywhere. After
// the first of two requests it also has the field first.
func callInput(r *bff.UpstreamRequest) map[string]any {
	in := map[string]any{
		"key": nil, "request": r.RequestID, "data": r.Data, "lang": r.Lang, "site": r.Brand.SiteID, "user": nil,
		"visitor": nil,
		"brand": map[string]any{
			"id": r.Brand.ID, "currency": r.Brand.Currency, "zone": r.Brand.Zone().String(), "type": r.Brand.SiteType,
		},
	}
	if r.Visitor.IsValid() {
		in["visitor"] = r.Visitor.Unmap().String()
	}
	if r.Rules.Kind == bff.KindMoney && r.IdempotencyKey != "" {
		in["key"] = r.IdempotencyKey
	}
	if id := r.Identity; id != nil {
		in["user"] = map[string]any{
			"uid": id.UID, "sid": id.SID, "uip": id.UIP, "gmt": id.GMT, "username": id.Username, "rid": id.RID,
		}
	}
	return in
}

// newRequest creates the request of q. extra are the query parameters of the pagination.
func (inv *invocation) newRequest(
	ctx context.Context, q *query, kind bff.Kind, extra url.Values,
) (*http.Request, error) {
	path, err := q.path.render(ctx, inv.in)
	if err != nil {
		return nil, err
	}
	u := *inv.base
	u.RawPath = strings.TrimSuffix(inv.base.EscapedPath(), "/") + path
	if u.Path, err = url.PathUnescape(u.RawPath); err != nil {
		return nil, fmt.Errorf("could not decode the path: %w", err)
	}
	params, err := inv.values(ctx, q.query)
	if err != nil {
		return nil, err
	}
	maps.Copy(params, extra)
	u.RawQuery = params.Encode()
	header, err := inv.header(ctx, q, kind)
	if err != nil {
		return nil, err
	}
	body, contentType, err := inv.body(ctx, q, kind, header)
	if body != nil {
		header.Set("Content-Type", contentType)
	}
	return envelope.NewRequest(ctx, kind, q.method, &u, header, body), err
}

// body returns the body of q, or nil. A write without a body sends {}, because net/http resends
// requests with an idempotency key and no body.
func (inv *invocation) body(
	ctx context.Context, q *query, kind bff.Kind, header http.Header,
) (raw []byte, contentType string, err error) {
	switch {
	case len(q.form) > 0:
		values, err := inv.values(ctx, q.form)
		return []byte(values.Encode()), "application/x-www-form-urlencoded", err
	case q.body != nil:
		v, err := q.body.eval(ctx, inv.in, inv.in)
		if err == nil {
			raw, err = gojq.Marshal(v)
		}
		return raw, "application/json", err
	case kind == bff.KindRead:
		return nil, "", nil
	case q.method == http.MethodGet:
		return nil, "", errGetNotRead
	case q.method == http.MethodDelete && header.Get("Idempotency-Key")+header.Get("X-Idempotency-Key") == "":
		return nil, "", nil
	}
	return []byte("{}"), "application/json", nil
}

// values evaluates query parameters or form fields. A list becomes several values, and null becomes
// no value.
func (inv *invocation) values(ctx context.Context, exprs []namedExpr) (url.Values, error) {
	out := url.Values{}
	for _, q := range exprs {
		v, err := q.value.eval(ctx, inv.in, inv.in)
		if err != nil {
			return nil, err
		}
		list, several := v.([]any)
		if !several && v != nil {
			list = []any{v}
		}
		for _, item := range list {
			text, ok := scalarText(item)
			if !ok {
				return nil, q.value.failed(errNotScalar)
			}
			out.Add(q.name, text)
		}
	}
	return out, nil
}

// defaultKeyHeader is the header of the idempotency key if the mapping names none.
const defaultKeyHeader = "Idempotency-Key"

var (
	errNotScalar = errors.New("want a string, number, boolean or null")
	errNotText   = errors.New("want a string or null")
	errHeader    = errors.New("the value contains characters that are not allowed in a header")
	// net/http may resend any GET.
	errGetNotRead = errors.New("a GET is only possible for a read")
)

func (inv *invocation) header(ctx context.Context, q *query, kind bff.Kind) (http.Header, error) {
	out := http.Header{
		"Accept":       {"application/json"},
		"User-Agent":   {"croupier"},
		"X-Request-Id": {inv.request.RequestID},
	}
	for _, h := range slices.Concat(inv.mapping.headers, q.headers) {
		text, ok, err := h.value.text(ctx, inv.in, inv.in)
		if err != nil {
			return nil, err
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, h.value.failed(errHeader)
		}
		if ok {
			out.Set(h.name, text)
		}
	}
	if kind == bff.KindMoney && inv.request.IdempotencyKey != "" {
		out.Set(inv.mapping.keyHeader, inv.request.IdempotencyKey)
	}
	return out, nil
}
