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
	listen := func(cookie *http.Cookie) (heard *httptest.ResponseRecorder, done chan struct{}) {
		heard, done = httptest.NewRecorder(), make(chan struct{})
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
	if err := r.accounts.Disable(t.Context(), "izleyici"); err != nil {
		t.Fatal(err)
	}
	watchers[1](staff.Change{Name: staff.ChangeLogins})
	<-heardDone
	if got := heard.Body.String(); !strings.Contains(got, "event: maintenance") || strings.Contains(got, "logins") {
		t.Errorf("another account hears %q", got)
	}
}
