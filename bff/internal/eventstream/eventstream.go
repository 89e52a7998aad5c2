// Package eventstream writes server-sent events (WHATWG HTML, section 9.2). gin-contrib/sse writes
// strings and numbers with fmt.Sprint instead of as JSON.
package eventstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const (
	// HeartbeatInterval is the time between heartbeats. Proxies then do not close an idle
	// connection, and clients detect a dead one.
	HeartbeatInterval = 15 * time.Second
	// writeTimeout is how long a client may take to read one event.
	writeTimeout = 10 * time.Second
	contentType  = "text/event-stream"
)

// heartbeat is an event, because browsers do not report comments to pages.
const heartbeat = "event: heartbeat\ndata: {}\n\n"

// preamble begins a stream and sets the reconnection time of browsers to two seconds.
const preamble = "retry: 2000\n" + heartbeat

// Writer writes the events of one response.
type Writer struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// Start sends the headers of an event stream and its preamble. It removes the read deadline of the
// connection, which is meant for requests. Each write has its own deadline.
func Start(w http.ResponseWriter) (*Writer, error) {
	s := &Writer{w: w, control: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
	_ = s.control.SetReadDeadline(time.Time{}) // not supported by every ResponseWriter
	return s, s.write([]byte(preamble))
}

// IsStarted reports whether h are the headers of a started event stream.
func IsStarted(h http.Header) bool { return h.Get("Content-Type") == contentType }

// Send sends one event with data as JSON. An error ends the stream.
func (s *Writer) Send(name string, data any) error {
	raw, err := json.Marshal(data) // without line breaks, also for a json.RawMessage
	if err != nil {
		return err
	}
	return s.write(fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, raw))
}

// Heartbeat sends a heartbeat. An error ends the stream.
func (s *Writer) Heartbeat() error { return s.write([]byte(heartbeat)) }

// write sends b at once. It fails when the client does not read it in time.
func (s *Writer) write(b []byte) error {
	err := s.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	return s.control.Flush()
}
