package staff_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"croupier/bff/staff"
)

func TestEndedLoginClosesItsEventStream(t *testing.T) {
	r := newRig(t)
	ends, stays := r.login("destek", "Destek123!"), r.login("izleyici", "Izleyici123!")
	listen := func(cookie *http.Cookie) (open *signalingWriter, done chan struct{}) {
		open, done = &signalingWriter{httptest.NewRecorder(), make(chan string, 16)}, make(chan struct{})
		go func() {
			defer close(done)
			r.handler.ServeHTTP(open, r.newRequest("GET", "/events", "", cookie))
		}()
		<-r.watching
		return open, done
	}
	ended, endedDone := listen(ends)
	open, openDone := listen(stays)
	if err := r.disable("destek"); err != nil {
		t.Fatal(err)
	}
	watchers := slices.Clone(r.watchers)
	for _, fn := range watchers {
		fn(staff.Change{Name: staff.ChangeLogins})
		fn(staff.Change{Name: "maintenance", Data: struct{}{}})
	}
	<-endedDone
	if strings.Contains(ended.Body.String(), "event:") {
		t.Errorf("a disabled account receives %q", ended.Body)
	}
	// It receives events while the login is valid.
	for !strings.Contains(<-open.writes, "event: maintenance") {
	}
	if err := r.disable("izleyici"); err != nil {
		t.Fatal(err)
	}
	watchers[1](staff.Change{Name: staff.ChangeLogins})
	<-openDone
	if got := open.Body.String(); strings.Contains(got, "logins") {
		t.Errorf("another account receives %q", got)
	}
}

// signalingWriter is a response writer that signals every write.
type signalingWriter struct {
	*httptest.ResponseRecorder
	writes chan string
}

func (w *signalingWriter) Write(b []byte) (int, error) {
	n, err := w.ResponseRecorder.Write(b)
	w.writes <- string(b)
	return n, err
}

func (w *signalingWriter) WriteString(s string) (int, error) { return w.Write([]byte(s)) }
