package staff_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/staff"
)

// eventStream is an open event stream of the API.
type eventStream struct {
	header http.Header   // complete at the first event
	events chan string   // name and data
	done   chan struct{} // closed when the stream has ended
	leave  func()        // disconnects
}

// listen opens the event stream of an account.
func (r *rig) listen(cookie *http.Cookie) *eventStream {
	r.t.Helper()
	req := r.newRequest("GET", "/events", "", cookie)
	ctx, cancel := context.WithCancel(req.Context())
	r.t.Cleanup(cancel)
	reader, writer := io.Pipe()
	response := &pipedResponse{httptest.NewRecorder(), writer}
	s := &eventStream{header: response.Header(), events: make(chan string, 32), done: make(chan struct{}), leave: cancel}
	go func() {
		r.handler.ServeHTTP(response, req.WithContext(ctx))
		_ = writer.Close()
	}()
	go func() {
		defer close(s.done)
		name := ""
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = event
			} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				s.events <- name + " " + data
			}
		}
	}()
	<-r.watching
	return s
}

// next returns the next n events.
func (s *eventStream) next(t *testing.T, n int) string {
	t.Helper()
	var all []string
	for range n {
		select {
		case event := <-s.events:
			all = append(all, event)
		case <-s.done:
			t.Fatalf("the stream ended after %q", all)
		}
	}
	return strings.Join(all, ", ")
}

// pipedResponse passes the body on as it is written.
type pipedResponse struct {
	*httptest.ResponseRecorder
	to *io.PipeWriter
}

func (p *pipedResponse) Write(b []byte) (int, error) { return p.to.Write(b) }

func (p *pipedResponse) WriteString(s string) (int, error) { return io.WriteString(p.to, s) }

func TestEventStreamSendsChanges(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	stream := r.listen(viewer)
	r.watchers[0](staff.Change{Name: "maintenance", Data: struct{}{}})
	got := stream.next(t, 1)
	assert.True(t, strings.HasPrefix(got, `maintenance [{"brand":"marmara"`) && stream.header.Get("Content-Type") == "text/event-stream",
		"received %q with %v", got, stream.header)
	stream.leave()
	<-stream.done
	close(r.shutdown)
	r.do("GET", "/events", "", viewer) // ends by itself
}

func TestEndedLoginClosesItsEventStream(t *testing.T) {
	r := newRig(t)
	ended, open := r.listen(r.login("destek", "Destek123!")), r.listen(r.login("izleyici", "Izleyici123!"))
	noError(t, r.disable("destek"))
	watchers := slices.Clone(r.watchers)
	for _, notify := range watchers {
		notify(staff.Change{Name: staff.ChangeLogins})
		notify(staff.Change{Name: "maintenance", Data: struct{}{}})
	}
	<-ended.done
	if len(ended.events) != 0 {
		t.Errorf("a disabled account receives %q", <-ended.events)
	}
	// The other account is no admin: it receives no event about logins.
	got := open.next(t, 1)
	assert.True(t, strings.HasPrefix(got, "maintenance "), "another account receives %q", got)
	noError(t, r.disable("izleyici"))
	watchers[1](staff.Change{Name: staff.ChangeLogins})
	<-open.done
	if len(open.events) != 0 {
		t.Errorf("another account receives %q", <-open.events)
	}
}

func TestConsolesReceiveChangesOfTheirBrands(t *testing.T) {
	r := newRig(t)
	r.brands = append(r.brands, &bff.Brand{ID: "zephyr"})
	stream := r.listen(r.addAccount("yerel", staff.Roles{"marmara": staff.Viewer}))
	for _, brand := range []string{"zephyr", "marmara", staff.Everywhere, ""} {
		r.watchers[0](staff.Change{Name: "purge", Brand: brand, Data: brand})
	}
	got := stream.next(t, 3)
	assert.Equal(t, `purge "marmara", purge "*", purge ""`, got, "received %s", got)
	r.watchers[0](staff.Change{Name: staff.ChangeMaintenance})
	got = stream.next(t, 1)
	assert.True(t, strings.Contains(got, "marmara") && !strings.Contains(got, "zephyr"), "received %s", got)
	// If a role is taken away, the announcement ends the stream at once.
	noError(t, r.accounts.Remove(t.Context(), "yerel"))
	r.watchers[0](staff.Change{Name: staff.ChangeLogins})
	<-stream.done
}
