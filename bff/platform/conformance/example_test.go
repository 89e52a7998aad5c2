package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/transport"
)

// exampleAdapter is an adapter for a platform that uses JSON-RPC 2.0. It sends each call as the
// method class.method. bff/README.md lists the rules for adapters.
type exampleAdapter struct {
	URL       string
	Transport http.RoundTripper
}

var _ bff.Upstream = (*exampleAdapter)(nil)

type rpcMessage struct {
	Version string         `json:"jsonrpc"`
	ID      string         `json:"id"`
	Method  string         `json:"method"`
	Params  map[string]any `json:"params"`
}

type rpcReply struct {
	Result *struct {
		Value json.RawMessage `json:"value"`
		Page  *bff.Pagination `json:"page"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Do sends r once. envelope.Exchange classifies a failure. It reports whether the call was sent,
// and an unknown outcome for a payment without a response.
func (a *exampleAdapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	req, err := a.request(ctx, r)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	resp, err := envelope.Exchange(a.Transport, r.Rules.Kind, req)
	if err != nil {
		return nil, err
	}
	var out rpcReply
	if resp.Status != http.StatusOK || json.Unmarshal(resp.Body, &out) != nil ||
		(out.Result == nil) == (out.Error == nil) {
		return nil, resp.BadAnswer(errors.New("not a JSON-RPC answer"))
	}
	if out.Error != nil { // a refusal is a response, and the chain recognises its message
		return &bff.Answer{Message: out.Error.Message, Code: out.Error.Code, Deviations: resp.Deviations}, nil
	}
	return &bff.Answer{
		Result: true, Code: http.StatusOK, Data: out.Result.Value, Pagination: out.Result.Page,
		Deviations: resp.Deviations,
	}, nil
}

// request creates the request. Only reads have GetBody. With GetBody, net/http would send a payment
// again when a reused connection breaks.
func (a *exampleAdapter) request(ctx context.Context, r *bff.UpstreamRequest) (*http.Request, error) {
	params := map[string]any{"fields": r.Data, "lang": r.Lang, "key": r.IdempotencyKey}
	if r.Identity != nil {
		params["session"] = map[string]any{"player": r.Identity.UID, "token": r.Identity.SID}
	}
	raw, err := json.Marshal(rpcMessage{"2.0", r.RequestID, r.Call.Class + "." + r.Call.Method, params})
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

// rpc returns a platform that serves the mock over JSON-RPC.
func rpc(t *testing.T, calls *contract.Catalogue, casino bff.Upstream, brand *bff.Brand) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			ID, Method string
			Params     struct {
				Fields    map[string]any
				Lang, Key string
				Session   *struct{ Player, Token string }
			}
		}
		d := json.NewDecoder(r.Body)
		d.UseNumber()
		if err := d.Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		class, method, _ := strings.Cut(in.Method, ".")
		call, ok := calls.Lookup(class, method)
		if !ok {
			http.NotFound(w, r)
			return
		}
		out := &bff.UpstreamRequest{
			RequestID: in.ID, Brand: brand, Call: call, Rules: calls.Resolve(call, in.Params.Fields),
			Data: in.Params.Fields, Lang: in.Params.Lang, IdempotencyKey: in.Params.Key,
			Visitor: netip.MustParseAddr("192.0.2.7"),
		}
		if s := in.Params.Session; s != nil {
			out.Identity = &bff.Identity{UID: s.Player, SID: s.Token}
		}
		a, err := casino.Do(r.Context(), out)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		body := map[string]any{"jsonrpc": "2.0", "id": in.ID}
		if a.Result {
			body["result"] = map[string]any{"value": a.Data, "page": a.Pagination}
		} else {
			body["error"] = map[string]any{"code": a.Code, "message": a.Message}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(body) // the client has left
	}
}

func TestExampleConforms(t *testing.T) {
	calls := catalogue(t)
	behind := envelopeAdapter(t,
		envelope.Settings{URL: transport.InProcessURL, Transport: transport.InProcess(casino(t, calls))})
	platform := serve(t, rpc(t, calls, behind, brand(t)))
	report, err := conformance.Run(t.Context(),
		options(t, calls, &exampleAdapter{URL: platform, Transport: http.DefaultTransport}))
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, report.Write(&text))
	assert.True(t, !report.Failed() && report.Count(conformance.Skipped) == 0, text.String())
}
