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

// requestBody is the envelope that is sent to the upstream. It is encoded from decoded values: raw
// bytes of a browser are not forwarded because two JSON parsers may read them differently.
type requestBody struct {
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

// encode returns the JSON body of r.
func encode(r *bff.UpstreamRequest) ([]byte, error) {
	data := maps.Clone(r.Data)
	if data == nil {
		data = map[string]any{}
	}
	data["Lang"] = r.Lang
	out := requestBody{API: api{Class: r.Call.Class, Method: r.Call.Method}, Data: data, User: userOf(r)}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&out); err != nil {
		return nil, fmt.Errorf("encode call %s: %w", r.Call.Name(), err)
	}
	return b.Bytes(), nil
}

// userOf returns the user of the envelope. For a player it contains the session in clear text and
// the address of the visitor, or the address at login if that is unknown. Writes of a guest, such
// as a login, contain the address, by which platforms identify visitors. Reads of a guest have no
// user because their answers may be cached and shared.
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

// request creates the HTTP request. GetBody is nil for writes and money calls: with it, net/http
// silently resends a request when a reused connection breaks, and treats the Idempotency-Key header
// as a permission to do so. One Do could make two deposits.
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
