package eventstream_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"croupier/bff/internal/eventstream"
)

func TestStreamFormat(t *testing.T) {
	w := httptest.NewRecorder()
	s, err := eventstream.Start(w)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Send("balance", json.RawMessage("{\"a\":\n 1}")), s.Send("text", "two\nlines"), s.Heartbeat()); err != nil {
		t.Fatal(err)
	}
	const want = "retry: 2000\n\nevent: balance\ndata: {\"a\":1}\n\nevent: text\ndata: \"two\\nlines\"\n\n: \n\n"
	if got := w.Body.String(); got != want {
		t.Errorf("stream %q, want %q", got, want)
	}
	if !w.Flushed || w.Header().Get("Content-Type") != "text/event-stream" || w.Header().Get("Cache-Control") != "no-store, no-transform" {
		t.Errorf("flushed %v, headers %v", w.Flushed, w.Header())
	}
	if err := s.Send("broken", func() {}); err == nil {
		t.Error("a function was sent as JSON")
	}
}

// failing is a ResponseWriter whose parts fail.
type failing struct {
	http.ResponseWriter
	deadline, write, flush error
}

func (f *failing) SetWriteDeadline(time.Time) error { return f.deadline }
func (f *failing) Write(b []byte) (int, error)      { return len(b), f.write }
func (f *failing) FlushError() error                { return f.flush }

func TestConnectionErrorsEndTheStream(t *testing.T) {
	broken := errors.New("broken")
	for name, w := range map[string]*failing{
		"deadline": {deadline: broken}, "write": {write: broken}, "flush": {flush: broken},
	} {
		w.ResponseWriter = httptest.NewRecorder()
		if _, err := eventstream.Start(w); !errors.Is(err, broken) {
			t.Errorf("%s: error %v, want the connection's", name, err)
		}
	}
}
