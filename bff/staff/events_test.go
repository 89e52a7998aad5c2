package staff_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"croupier/bff/staff"
)

func TestAConsoleWhoseLoginHasEndedHearsNoMore(t *testing.T) {
	r := newRig(t)
	ends, stays := r.login("destek", "Destek123!"), r.login("izleyici", "Izleyici123!")
	listen := func(cookie *http.Cookie) (heard *ear, done chan struct{}) {
		heard, done = &ear{httptest.NewRecorder(), make(chan string, 16)}, make(chan struct{})
		go func() {
			defer close(done)
			r.handler.ServeHTTP(heard, r.asked("GET", "/events", "", cookie))
		}()
		<-r.watching
		return heard, done
	}
	ended, endedDone := listen(ends)
	heard, heardDone := listen(stays)
	if err := r.accounts.Disable(t.Context(), "destek"); err != nil {
		t.Fatal(err)
	}
	watchers := slices.Clone(r.watchers)
	for _, fn := range watchers {
		fn(staff.Change{Name: staff.ChangeLogins})
		fn(staff.Change{Name: "maintenance", Data: struct{}{}})
	}
	<-endedDone
	if strings.Contains(ended.Body.String(), "event:") {
		t.Errorf("a disabled account hears %q", ended.Body)
	}
	// It hears while it may; only then does its own turn come.
	for !strings.Contains(<-heard.said, "event: maintenance") {
	}
	if err := r.accounts.Disable(t.Context(), "izleyici"); err != nil {
		t.Fatal(err)
	}
	watchers[1](staff.Change{Name: staff.ChangeLogins})
	<-heardDone
	if got := heard.Body.String(); strings.Contains(got, "logins") {
		t.Errorf("another account hears %q", got)
	}
}

// ear is an answer that tells of every write.
type ear struct {
	*httptest.ResponseRecorder
	said chan string
}

func (e *ear) Write(b []byte) (int, error) {
	n, err := e.ResponseRecorder.Write(b)
	e.said <- string(b)
	return n, err
}

func (e *ear) WriteString(s string) (int, error) { return e.Write([]byte(s)) }
