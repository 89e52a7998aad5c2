package tape

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

// Bounds of what passes through a recorder, in bytes, and how long a platform may take.
const (
	maxQuestion = 1 << 20
	maxAnswer   = 16 << 20
	longestWait = 2 * time.Minute
)

// notForwarded are headers that belong to one connection, or to how the answer comes.
var notForwarded = []string{"Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Accept-Encoding", "Content-Length"}

// Recorder stands before a platform: it hands every call on, once, gives the answer back
// as it came, and keeps it masked in a folder.
type Recorder struct {
	upstream string
	dir      string
	calls    *contract.Catalogue
	client   *http.Client
	log      *slog.Logger
	mask     *mask
	writing  sync.Mutex
}

// NewRecorder makes a recorder for the platform at an absolute http or https address.
func NewRecorder(upstream, dir string, calls *contract.Catalogue, log *slog.Logger) (*Recorder, error) {
	u, err := url.Parse(upstream)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("tape: upstream %q: want an http:// or https:// address", upstream)
	}
	return &Recorder{
		upstream: upstream, dir: dir, calls: calls, log: log, mask: newMask(calls),
		client: &http.Client{
			Timeout:       longestWait,
			Transport:     &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 16, IdleConnTimeout: 30 * time.Second},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// ServeHTTP answers one POSTed call with what the platform says to it.
func (rec *Recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxQuestion))
	if err != nil {
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	began := time.Now()
	status, media, answer, err := rec.ask(r, body)
	if err != nil {
		rec.log.ErrorContext(r.Context(), "record: the platform does not answer", slog.Any("err", err))
		http.Error(w, "the platform does not answer", http.StatusBadGateway)
		return
	}
	if media != "" {
		w.Header().Set("Content-Type", media)
	}
	w.WriteHeader(status)
	_, _ = w.Write(answer) // the caller may be gone; what was answered is kept all the same
	rec.keep(r.Context(), body, answer, status, began)
}

// ask sends a call on. A body without GetBody is never sent twice.
func (rec *Recorder) ask(r *http.Request, body []byte) (status int, media string, answer []byte, err error) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, rec.upstream, bytes.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	req.GetBody = nil
	req.Header = r.Header.Clone()
	for _, name := range notForwarded {
		req.Header.Del(name)
	}
	resp, err := rec.client.Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(answer) > maxAnswer {
		err = errors.New("the answer is too large")
	}
	return resp.StatusCode, resp.Header.Get("Content-Type"), answer, err
}

// keep writes a record, and says where the answer breaks the contract. What is no call of
// the contract is not kept: nobody knows what it holds.
func (rec *Recorder) keep(ctx context.Context, body, answer []byte, status int, began time.Time) {
	var asked struct {
		API  struct{ Class, Method string } `json:"api"`
		Data map[string]any                 `json:"data"`
		User struct{ UID, SID, UIP any }    `json:"user"`
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&asked); err != nil {
		rec.log.WarnContext(ctx, "record: a request that is no envelope is not kept")
		return
	}
	call, ok := rec.calls.Lookup(asked.API.Class, asked.API.Method)
	if !ok {
		rec.log.WarnContext(ctx, "record: a call that the contract does not have is not kept",
			slog.String("class", asked.API.Class), slog.String("method", asked.API.Method))
		return
	}
	// One at a time: what one answer teaches is taken out of all that were written before it.
	rec.writing.Lock()
	defer rec.writing.Unlock()
	learned := rec.mask.learned()
	record := &Record{
		Call: call.Name(), Who: whoOf(asked.User.SID != nil && asked.User.SID != ""), At: began.UTC().Truncate(time.Second), MS: time.Since(began).Milliseconds(),
		Status: status, Data: question(rec.calls, call, rec.mask.question(asked.Data)),
	}
	rec.mask.question(map[string]any{"uid": asked.User.UID, "sid": asked.User.SID, "uip": asked.User.UIP}) // to be known where they are quoted
	var err error
	// Only what any visitor may ask is about nobody.
	if record.Answer, err = rec.masked(answer, record.Who == player || !Kept(call)); err != nil {
		rec.log.ErrorContext(ctx, "record: an answer cannot be masked", slog.Any("err", err))
		return
	}
	if err := drift(rec.calls, call, answer); err != nil {
		record.Broken = rec.mask.text(err.Error())
	} else if status != http.StatusOK {
		record.Broken = fmt.Sprintf("HTTP %d", status)
	}
	path, err := write(rec.dir, call, record)
	if err == nil && rec.mask.learned() > learned {
		err = rec.review()
	}
	switch {
	case err != nil:
		rec.log.ErrorContext(ctx, "record: an answer is not kept", slog.Any("err", err))
	case record.Broken != "":
		rec.log.WarnContext(ctx, "record: kept an answer that breaks the contract", slog.String("file", path), slog.String("problem", record.Broken))
	default:
		rec.log.InfoContext(ctx, "record: kept", slog.String("file", path))
	}
}

// masked gives an answer's envelope with data and message masked; null for what is no
// JSON object, since nobody knows what it holds.
func (rec *Recorder) masked(answer []byte, strict bool) (json.RawMessage, error) {
	var v any
	if json.Valid(answer) {
		dec := json.NewDecoder(bytes.NewReader(answer))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			return nil, err
		}
	}
	whole, ok := v.(map[string]any)
	if !ok {
		return json.RawMessage("null"), nil
	}
	kept := map[string]any{}
	// The data first: it names what the other texts may quote.
	for _, name := range []string{"data", "message", "debug", "result", "code", "pagination"} {
		if v, ok := whole[name]; ok {
			kept[name] = rec.mask.answer(v, strict)
		}
	}
	return json.Marshal(kept)
}

var _ http.Handler = (*Recorder)(nil)

// Kept tells whether a call is answered from a tape where it was recorded: questions are,
// what changes something is not.
func Kept(call *bff.Call) bool { return call.Rules.Kind == bff.KindRead }
