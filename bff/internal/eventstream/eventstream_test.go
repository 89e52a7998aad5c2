package eventstream_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/eventstream"
)

func TestStreamFormat(t *testing.T) {
	w := httptest.NewRecorder()
	s, err := eventstream.Start(w)
	require.NoError(t, err)
	require.NoError(t, errors.Join(s.Send("balance", json.RawMessage("{\"a\":\n 1}")), s.Send("text", "two\nlines"),
		s.Heartbeat()))
	const want = "retry: 2000\nevent: heartbeat\ndata: {}\n\nevent: balance\ndata: {\"a\":1}\n\nevent: text\ndata: " +
		"\"two\\nlines\"\n\nevent: heartbeat\ndata: {}\n\n"
	assert.Equal(t, want, w.Body.String())
	assert.True(t, w.Flushed)
	assert.Equal(t, "text/event-stream no-store, no-transform",
		w.Header().Get("Content-Type")+" "+w.Header().Get("Cache-Control"))
	assert.Error(t, s.Send("broken", func() {}), "a function was sent as JSON")
}

// failing is a ResponseWriter that fails in one of its methods.
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
		_, err := eventstream.Start(w)
		assert.ErrorIs(t, err, broken, name)
	}
}
