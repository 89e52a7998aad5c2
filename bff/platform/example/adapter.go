// Package example is an adapter of one's own, for a platform that speaks JSON-RPC 2.0. It is the example
// of bff/platform/upstream/README.md, and passes the conformance suite.
package example

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"croupier/bff"
	"croupier/bff/platform/envelope"
)

// maxAnswer bounds an answer in bytes.
const maxAnswer = 8 << 20

// Adapter sends each call as the method class.method.
type Adapter struct {
	URL       string
	Transport http.RoundTripper
}

var _ bff.Upstream = (*Adapter)(nil)

type message struct {
	Version string         `json:"jsonrpc"`
	ID      string         `json:"id"`
	Method  string         `json:"method"`
	Params  map[string]any `json:"params"`
}

type reply struct {
	Result *struct {
		Value json.RawMessage `json:"value"`
		Page  *bff.Pagination `json:"page"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Do sends r once. envelope.Exchange decides what a failure means: whether the call was sent, and that
// the outcome of a payment without an answer is unknown.
func (a *Adapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	req, err := a.request(ctx, r)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	resp, err := envelope.Exchange(a.Transport, r.Rules.Kind, maxAnswer, req)
	if err != nil {
		return nil, err
	}
	var out reply
	if resp.Status != http.StatusOK || json.Unmarshal(resp.Body, &out) != nil || (out.Result == nil) == (out.Error == nil) {
		return nil, resp.BadAnswer(errors.New("not a JSON-RPC answer"))
	}
	if out.Error != nil { // a refusal is an answer: the chain recognises its message
		return &bff.Answer{Message: out.Error.Message, Code: out.Error.Code, Deviations: resp.Deviations}, nil
	}
	return &bff.Answer{Result: true, Code: http.StatusOK, Data: out.Result.Value, Pagination: out.Result.Page, Deviations: resp.Deviations}, nil
}

// request creates the request. GetBody stays nil but for reads: with it, net/http would send a payment
// again when a reused connection breaks.
func (a *Adapter) request(ctx context.Context, r *bff.UpstreamRequest) (*http.Request, error) {
	params := map[string]any{"fields": r.Data, "lang": r.Lang, "key": r.IdempotencyKey}
	if r.Identity != nil {
		params["session"] = map[string]any{"player": r.Identity.UID, "token": r.Identity.SID}
	}
	raw, err := json.Marshal(message{"2.0", r.RequestID, r.Call.Class + "." + r.Call.Method, params})
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", r.Call.Name(), err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.URL, io.NopCloser(bytes.NewReader(raw)))
	if err != nil {
		return nil, err
	}
	req.ContentLength = int64(len(raw))
	req.Header.Set("Content-Type", "application/json")
	if r.Rules.Kind == bff.KindRead {
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
	}
	return req, nil
}
