package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Bounds of a recorder: bytes, and the time that the platform may take.
const (
	maxRequest  = 1 << 20
	maxResponse = 16 << 20
	timeout     = 2 * time.Minute
)

// notForwarded are headers of one connection or of the response's encoding.
var notForwarded = []string{
	"Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Accept-Encoding", "Content-Length",
}

// Recorder is a proxy that forwards every call once, returns the response unchanged and records it
// masked. It is not part of the BFF, which could record production by mistake.
type Recorder struct {
	upstream  *url.URL
	dir       string
	calls     *contract.Catalogue
	transport *http.Transport
	log       *slog.Logger
	writing   sync.Mutex // guards mask
	mask      *mask
}

// NewRecorder returns a recorder for the platform at an absolute http or https address.
func NewRecorder(upstream, dir string, calls *contract.Catalogue, log *slog.Logger) (*Recorder, error) {
	u, err := url.Parse(upstream)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("record: upstream %q: want an http:// or https:// address", upstream)
	}
	return &Recorder{
		upstream: u, dir: dir, calls: calls, log: log, mask: newMask(calls),
		transport: &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 16, IdleConnTimeout: 30 * time.Second},
	}, nil
}

// ServeHTTP answers a POSTed call with the platform's response.
func (rec *Recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	start := time.Now()
	status, media, response, err := rec.forward(r, body)
	if err != nil {
		rec.log.ErrorContext(r.Context(), "record: forward call", slog.Any("err", err))
		http.Error(w, "the platform does not answer", http.StatusBadGateway)
		return
	}
	if media != "" {
		w.Header().Set("Content-Type", media)
	}
	w.WriteHeader(status)
	_, _ = w.Write(response) // fails only if the client is gone; the response is recorded all the same
	rec.record(r.Context(), body, response, status, start)
}

func (rec *Recorder) forward(r *http.Request, body []byte) (status int, media string, response []byte, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	req := r.Clone(ctx)
	req.URL, req.Host, req.RequestURI = rec.upstream, "", ""
	req.Body = io.NopCloser(bytes.NewReader(body)) // without GetBody, so that net/http cannot send the call twice
	req.ContentLength = int64(len(body))
	for _, name := range notForwarded {
		req.Header.Del(name)
	}
	resp, err := rec.transport.RoundTrip(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	response, err = io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	if err == nil && len(response) > maxResponse {
		err = errors.New("the response is too large")
	}
	return resp.StatusCode, resp.Header.Get("Content-Type"), response, err
}

// record writes a record and logs violations of the contract, on which masking depends: unknown
// calls are not recorded.
func (rec *Recorder) record(ctx context.Context, body, response []byte, status int, start time.Time) {
	var in struct {
		API  struct{ Class, Method string } `json:"api"`
		Data map[string]any                 `json:"data"`
		User struct{ SID any }              `json:"user"`
	}
	if err := decode(body, &in); err != nil {
		rec.log.WarnContext(ctx, "record: request without an envelope skipped")
		return
	}
	call, ok := rec.calls.Lookup(in.API.Class, in.API.Method)
	if !ok {
		rec.log.WarnContext(ctx, "record: unknown call skipped", slog.String("class", in.API.Class),
			slog.String("method", in.API.Method))
		return
	}
	rec.writing.Lock()
	defer rec.writing.Unlock()
	masked, _ := rec.mask.value(in.Data, "", requests).(map[string]any)
	r := &Record{
		Call: call.Name(), Who: whoOf(in.User.SID != nil && in.User.SID != ""), At: start.UTC().Truncate(time.Second),
		MS: time.Since(start).Milliseconds(), Status: status, Data: rec.calls.Complete(call, masked, defaultLang),
	}
	within := public
	if r.Who == player || call.Rules.Kind != bff.KindRead {
		within = personal
	}
	r.Answer = rec.masked(response, within)
	if _, err := parseEnvelope(rec.calls, call, response); err != nil {
		r.Broken = scrubbed(err.Error())
	} else if status != http.StatusOK {
		r.Broken = fmt.Sprintf("HTTP %d", status)
	}
	path, err := write(rec.dir, call, r)
	switch {
	case err != nil:
		rec.log.ErrorContext(ctx, "record: write", slog.Any("err", err))
	case r.Broken != "":
		rec.log.WarnContext(ctx, "record: response violates the contract", slog.String("file", path),
			slog.String("problem", r.Broken))
	default:
		rec.log.InfoContext(ctx, "recorded", slog.String("file", path))
	}
}

// masked masks a response. A value that is not a JSON object becomes null.
func (rec *Recorder) masked(response []byte, within scope) json.RawMessage {
	var in map[string]any
	if err := decode(response, &in); err != nil || in == nil || !json.Valid(response) {
		return json.RawMessage("null")
	}
	out := map[string]any{}
	for _, name := range []string{"data", "message", "debug", "result", "code", "pagination"} {
		if v, ok := in[name]; ok {
			out[name] = rec.mask.value(v, "", within)
		}
	}
	raw, _ := json.Marshal(out) // decoded JSON encodes
	return raw
}
