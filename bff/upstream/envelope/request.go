package envelope

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"

	"croupier/bff"
)

// outgoing is the envelope as it goes to the upstream. It is built anew from what was
// decoded: raw bytes of a browser never travel on, since two readers may read them
// differently.
type outgoing struct {
	API  api            `json:"api"`
	Data map[string]any `json:"data"`
	User any            `json:"user,omitempty"` // user, guest or nil
}

type api struct {
	Class  string `json:"class"`
	Method string `json:"method"`
}

type user struct {
	UID  string `json:"uid"`
	SID  string `json:"sid"`
	UIP  string `json:"uip"`
	GMT  string `json:"gmt"`
	Lang string `json:"lang"`
}

// guest is a user without a session.
type guest struct {
	UIP  string `json:"uip"`
	Lang string `json:"lang"`
}

// encode writes r as the upstream reads it.
func encode(r *bff.UpstreamRequest) ([]byte, error) {
	data := maps.Clone(r.Data)
	if data == nil {
		data = map[string]any{}
	}
	data["Lang"] = r.Lang
	out := outgoing{API: api{Class: r.Call.Class, Method: r.Call.Method}, Data: data, User: userOf(r)}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&out); err != nil {
		return nil, fmt.Errorf("encoding the call: %w", err)
	}
	return b.Bytes(), nil
}

// userOf is who asks. A player's session is in the clear; the address is the visitor's real
// one, and that of the login stands in only where it is unknown. What a guest does, a login
// above all, is told with the address, by which a platform knows its visitors. What a guest
// asks is nobody's: the answer may be given to others too.
func userOf(r *bff.UpstreamRequest) any {
	uip := ""
	if r.Visitor.IsValid() {
		uip = r.Visitor.Unmap().String()
	}
	switch id := r.Identity; {
	case id != nil:
		return user{UID: id.UID, SID: id.SID, UIP: cmp.Or(uip, id.UIP), GMT: id.GMT, Lang: r.Lang}
	case r.Rules.Kind != bff.KindRead && uip != "":
		return guest{UIP: uip, Lang: r.Lang}
	}
	return nil
}

// request makes the HTTP request. On writes and money calls GetBody is nil: with it,
// net/http silently sends a request again when a reused connection dies under it, and the
// Idempotency-Key header tells it that this is safe. One Do would make two deposits.
func (a *Adapter) request(ctx context.Context, r *bff.UpstreamRequest, body []byte) *http.Request {
	req := (&http.Request{
		Method:        http.MethodPost,
		URL:           a.url,
		Host:          a.url.Host,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        headers(r),
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)),
	}).WithContext(ctx)
	if r.Rules.Kind == bff.KindRead {
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	return req
}

func headers(r *bff.UpstreamRequest) http.Header {
	h := http.Header{
		"Content-Type": {"application/json"},
		"Accept":       {"application/json"},
		"User-Agent":   {"croupier"},
		"Panel":        {"frontend"},
		"X-Site-Id":    {strconv.Itoa(r.Brand.SiteID)},
		"X-Request-Id": {r.RequestID},
	}
	if r.Rules.Kind == bff.KindMoney && r.IdempotencyKey != "" {
		h.Set("Idempotency-Key", r.IdempotencyKey)
	}
	if r.World != "" {
		h.Set("X-Mock-World", r.World)
	}
	return h
}
