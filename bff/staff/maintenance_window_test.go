package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

// window decodes a window.
func (a answer) window(t *testing.T) (w bff.MaintenanceWindow) {
	t.Helper()
	if err := json.Unmarshal(a.body, &w); err != nil {
		t.Fatalf("%s: %v", a.body, err)
	}
	return w
}

func TestWindowIsChangedByVersion(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	const path = "/maintenance/marmara/windows"
	got := r.do("POST", path, `{"from":"2026-01-02T06:00:00Z","until":"2026-01-02T07:00:00Z","message":{"tr":"Gece"},"why":"db","bypass":["203.0.113.0/24"]}`, support)
	w := got.window(t)
	if got.status != http.StatusCreated || got.header.Get("ETag") != `"1"` || w.ID == "" || w.State != bff.WindowScheduled || w.By != "destek" || w.Message["tr"] != "Gece" {
		t.Fatalf("made: %d %s", got.status, got.body)
	}
	extend := `{"until":"2026-01-02T09:00:00Z"}`
	for _, row := range []struct {
		name, ifMatch, body string
		status              int
		word, field         string
	}{
		{"without version", "", extend, http.StatusPreconditionRequired, "if-match required", ""},
		{"with another version", `"2"`, extend, http.StatusPreconditionFailed, "changed meanwhile", ""},
		{"with a version that is none", `1`, extend, http.StatusPreconditionFailed, "changed meanwhile", ""},
		{"an end before the start", `"1"`, `{"until":"2026-01-02T05:00:00Z"}`, http.StatusBadRequest, "invalid payload", "until"},
		{"a field of windows that cannot be changed", `"1"`, `{"by":"x"}`, http.StatusBadRequest, "invalid payload", "by"},
	} {
		r.ifMatch = row.ifMatch
		got := r.do("PATCH", path+"/"+w.ID, row.body, support)
		if word, _, field := got.refusal(t); got.status != row.status || word != row.word || field != row.field {
			t.Errorf("%s: %d %s", row.name, got.status, got.body)
		}
	}
	r.ifMatch = `"1"`
	got = r.do("PATCH", path+"/"+w.ID, extend, support)
	if next := got.window(t); got.status != http.StatusOK || got.header.Get("ETag") != `"2"` || next.Until.Hour() != 9 || next.From.Hour() != 6 || next.Message["tr"] != "Gece" || next.Why != "db" {
		t.Errorf("extended: %d %s", got.status, got.body)
	}
	r.ifMatch = `"2"`
	got = r.do("PATCH", path+"/"+w.ID, `{"until":null,"message":null,"bypass":null,"why":null}`, support)
	if next := got.window(t); got.status != http.StatusOK || !next.Until.IsZero() || next.Message != nil || next.Bypass != nil || next.Why != "" || next.From.Hour() != 6 {
		t.Errorf("cleared: %d %s", got.status, got.body)
	}
	r.ifMatch = `"3"`
	r.windows.fail = bff.ErrMaintenanceChanged // between the look and the change
	if got := r.do("PATCH", path+"/"+w.ID, extend, support); got.status != http.StatusPreconditionFailed {
		t.Errorf("changed meanwhile: %d %s", got.status, got.body)
	}
	r.windows.fail = errors.New("disk full")
	if got := r.do("POST", path+"/"+w.ID+"/end", "", support); got.status != http.StatusServiceUnavailable {
		t.Errorf("not stored: %d %s", got.status, got.body)
	}
	r.windows.fail = nil
	r.advance(3 * time.Hour)
	got = r.do("PATCH", path+"/"+w.ID, `{"from":"2026-01-02T08:00:00Z"}`, support)
	if _, message, field := got.refusal(t); got.status != http.StatusBadRequest || field != "from" || !strings.Contains(message, "begun") {
		t.Errorf("the start of an open window: %d %s", got.status, got.body)
	}
	got = r.do("POST", path+"/"+w.ID+"/end", "", support)
	if ended := got.window(t); got.status != http.StatusOK || ended.State != bff.WindowEnded || ended.Ended.By != "destek" || got.header.Get("ETag") != `"4"` {
		t.Errorf("ended: %d %s", got.status, got.body)
	}
	r.ifMatch = `"4"`
	if got := r.do("PATCH", path+"/"+w.ID, extend, support); got.status != http.StatusConflict {
		t.Errorf("after the end: %d %s", got.status, got.body)
	}
	if got := r.do("PATCH", "/maintenance/*/windows/"+w.ID, extend, support); got.status != http.StatusNotFound {
		t.Errorf("as a window of all: %d %s", got.status, got.body)
	}
	r.windows.fail = bff.ErrMaintenanceFull
	if got := r.do("POST", "/maintenance/marmara/bypass-links", "", support); got.status != http.StatusConflict {
		t.Errorf("too many links: %d %s", got.status, got.body)
	}
	if got := r.do("POST", path, "{}", support); got.status != http.StatusConflict {
		t.Errorf("too many: %d %s", got.status, got.body)
	}
}

func TestScheduleOfTheSwitchNamesTheWindows(t *testing.T) {
	r := newRig(t)
	got := r.do("PUT", "/maintenance/marmara", `{"on":true,"until":"2030-01-01T00:00:00Z"}`, r.login("destek", "Destek123!"))
	if _, message, field := got.refusal(t); got.status != http.StatusBadRequest || field != "until" || !strings.Contains(message, "POST /staff/v1/maintenance/marmara/windows") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestBypassLinksNameTheirMaker(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	got := r.do("POST", "/maintenance/marmara/bypass-links", "", support)
	if want := `{"id":"l1","by":"destek","until":"2026-01-02T04:04:05Z","url":"http://marmara.test:8080/?bypass=word"}`; got.status != http.StatusCreated || string(got.body) != want {
		t.Errorf("made: %d %s", got.status, got.body)
	}
	if got := r.do("GET", "/maintenance/marmara/bypass-links", "", support); string(got.body) != `[{"id":"l1","by":"destek","until":"2026-01-02T04:04:05Z"}]` {
		t.Errorf("listed: %s", got.body)
	}
	if got := r.do("DELETE", "/maintenance/marmara/bypass-links/l1", "", support); got.status != http.StatusOK {
		t.Errorf("revoked: %d %s", got.status, got.body)
	}
	if got := r.do("GET", "/maintenance/marmara/bypass-links", "", support); string(got.body) != `[]` {
		t.Errorf("listed after: %s", got.body)
	}
}
