package staff_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// eventStream is an open event stream of the API.
type eventStream struct {
	lines chan string   // of data
	done  chan struct{} // closed when the stream has ended
}

// listen opens the event stream of an account.
func (r *rig) listen(cookie *http.Cookie) *eventStream {
	r.t.Helper()
	reader, writer := io.Pipe()
	s := &eventStream{lines: make(chan string, 32), done: make(chan struct{})}
	go func() {
		r.handler.ServeHTTP(&pipedResponse{httptest.NewRecorder(), writer}, r.newRequest(http.MethodGet, "/events", "", cookie))
		_ = writer.Close()
	}()
	go func() {
		defer close(s.done)
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				s.lines <- data
			}
		}
	}()
	<-r.watching
	return s
}

// next returns the data of the next n events.
func (s *eventStream) next(t *testing.T, n int) string {
	t.Helper()
	var all []string
	for range n {
		select {
		case line := <-s.lines:
			all = append(all, line)
		case <-s.done:
			t.Fatalf("the stream ended after %q", all)
		}
	}
	return strings.Join(all, " ")
}

// pipedResponse passes the body on as it is written.
type pipedResponse struct {
	*httptest.ResponseRecorder
	to *io.PipeWriter
}

func (p *pipedResponse) Write(b []byte) (int, error)       { return p.to.Write(b) }
func (p *pipedResponse) WriteString(s string) (int, error) { return io.WriteString(p.to, s) }
