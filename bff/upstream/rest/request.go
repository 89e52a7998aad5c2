package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/itchyny/gojq"

	"croupier/bff"
)

// known is what expressions see of a call, as . in requests and as $in everywhere: data
// with its defaults, user (null for a guest), lang, site, brand and visitor.
func known(r *bff.UpstreamRequest) map[string]any {
	in := map[string]any{
		"data": r.Data, "lang": r.Lang, "site": r.Brand.SiteID, "user": nil, "visitor": nil,
		"brand": map[string]any{"id": r.Brand.ID, "currency": r.Brand.Currency, "zone": "UTC", "type": r.Brand.SiteType},
	}
	if zone := r.Brand.TimeZone; zone != nil {
		in["brand"].(map[string]any)["zone"] = zone.String() //nolint:forcetypeassert // made above
	}
	if r.Visitor.IsValid() {
		in["visitor"] = r.Visitor.Unmap().String()
	}
	if id := r.Identity; id != nil {
		in["user"] = map[string]any{
			"uid": id.UID, "sid": id.SID, "uip": id.UIP, "gmt": id.GMT, "username": id.Username, "rid": id.RID,
		}
	}
	return in
}

// make builds the request of the route. The paging's own fields come in extra.
func (s *sending) make(ctx context.Context, extra url.Values) (*http.Request, error) {
	path, err := s.route.path.render(ctx, s.in)
	if err != nil {
		return nil, err
	}
	u := *s.base
	u.RawPath = strings.TrimSuffix(s.base.EscapedPath(), "/") + path
	if u.Path, err = url.PathUnescape(u.RawPath); err != nil {
		return nil, fmt.Errorf("path: %w", err)
	}
	query, err := s.query(ctx, extra)
	if err != nil {
		return nil, err
	}
	u.RawQuery = query.Encode()
	header, err := s.header(ctx)
	if err != nil {
		return nil, err
	}
	req := (&http.Request{
		Method: s.route.method, URL: &u, Host: u.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header,
	}).WithContext(ctx)
	return req, s.body(ctx, req)
}

// body writes the body. On writes and money calls GetBody stays nil, see envelope: with it
// net/http sends a request again when a connection dies under it, and so it does with a
// request that has no body but an idempotency key. Those get an empty object, which cannot
// be rewound.
func (s *sending) body(ctx context.Context, req *http.Request) error {
	var raw []byte
	read := s.request.Rules.Kind == bff.KindRead
	switch {
	case s.route.body != nil:
		v, err := s.route.body.eval(ctx, s.in, s.in)
		if err != nil {
			return fmt.Errorf("body: %w", err)
		}
		if raw, err = gojq.Marshal(v); err != nil {
			return fmt.Errorf("body: %w", err)
		}
	case read:
		return nil
	case s.route.method == http.MethodGet:
		return errWritingGet
	case s.route.method == http.MethodDelete && req.Header.Get("Idempotency-Key")+req.Header.Get("X-Idempotency-Key") == "":
		return nil
	default:
		raw = []byte("{}")
	}
	req.Header.Set("Content-Type", "application/json")
	if read {
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	return nil
}

func (s *sending) query(ctx context.Context, extra url.Values) (url.Values, error) {
	out := url.Values{}
	for _, q := range s.route.query {
		v, err := q.value.eval(ctx, s.in, s.in)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.name, err)
		}
		list, several := v.([]any)
		if !several && v != nil {
			list = []any{v}
		}
		for _, item := range list {
			text, ok := scalarText(item)
			if !ok {
				return nil, fmt.Errorf("query %s: %w", q.name, errNotScalar)
			}
			out.Add(q.name, text)
		}
	}
	for name, values := range extra {
		out[name] = values
	}
	return out, nil
}

var (
	errNotScalar = errors.New("want text, a number, true, false or null")
	errHeader    = errors.New("the value does not fit into a header")
	// A GET is sent again by net/http whenever it sees fit.
	errWritingGet = errors.New("a call that changes something cannot be a GET")
)

func (s *sending) header(ctx context.Context) (http.Header, error) {
	out := http.Header{
		"Accept":       {"application/json"},
		"User-Agent":   {"croupier"},
		"X-Request-Id": {s.request.RequestID},
	}
	for _, list := range [][]named{s.mapping.headers, s.route.headers} {
		for _, h := range list {
			v, err := h.value.eval(ctx, s.in, s.in)
			if err != nil {
				return nil, fmt.Errorf("header %s: %w", h.name, err)
			}
			if v == nil {
				continue
			}
			text, ok := scalarText(v)
			if !ok {
				return nil, fmt.Errorf("header %s: %w", h.name, errNotScalar)
			}
			if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
				return nil, fmt.Errorf("header %s: %w", h.name, errHeader)
			}
			out.Set(h.name, text)
		}
	}
	if s.request.Rules.Kind == bff.KindMoney && s.request.IdempotencyKey != "" {
		out.Set("Idempotency-Key", s.request.IdempotencyKey)
	}
	return out, nil
}
