package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// window decodes a window.
func (a answer) window(t *testing.T) (w bff.MaintenanceWindow) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.body, &w), "%s", a.body)
	return w
}

func TestWindowIsChangedByVersion(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	const path = "/maintenance/marmara/windows"
	got := r.do("POST", path, `{"from":"2026-01-02T06:00:00Z","until":"2026-01-02T07:00:00Z","message":{"tr":"Gece"},"why":"db","bypass":["203.0.113.0/24"]}`, support)
	w := got.window(t)
	require.True(t, got.status == http.StatusCreated && got.header.Get("ETag") == `"1"` && w.ID != "" && w.State == bff.WindowScheduled && w.By == "destek" && w.Message["tr"] == "Gece",
		"made: %d %s", got.status, got.body)
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
		word, _, field := got.refusal(t)
		assert.True(t, got.status == row.status && word == row.word && field == row.field,
			"%s: %d %s", row.name, got.status, got.body)
	}
	r.ifMatch = `"1"`
	got = r.do("PATCH", path+"/"+w.ID, extend, support)
	next := got.window(t)
	assert.True(t, got.status == http.StatusOK && got.header.Get("ETag") == `"2"` && next.Until.Hour() == 9 && next.From.Hour() == 6 && next.Message["tr"] == "Gece" && next.Why == "db",
		"extended: %d %s", got.status, got.body)
	r.ifMatch = `"2"`
	got = r.do("PATCH", path+"/"+w.ID, `{"until":null,"message":null,"bypass":null,"why":null}`, support)
	next = got.window(t)
	assert.True(t, got.status == http.StatusOK && next.Until.IsZero() && next.Message == nil && next.Bypass == nil && next.Why == "" && next.From.Hour() == 6,
		"cleared: %d %s", got.status, got.body)
	r.ifMatch = `"3"`
	r.windows.fail = bff.ErrMaintenanceChanged                                     // between the look and the change
	r.want(http.StatusPreconditionFailed, "PATCH", path+"/"+w.ID, extend, support) // changed meanwhile
	r.windows.fail = errors.New("disk full")
	r.want(http.StatusServiceUnavailable, "POST", path+"/"+w.ID+"/end", "", support) // not stored
	r.windows.fail = nil
	r.advance(3 * time.Hour)
	got = r.do("PATCH", path+"/"+w.ID, `{"from":"2026-01-02T08:00:00Z"}`, support)
	if _, message, field := got.refusal(t); got.status != http.StatusBadRequest || field != "from" || !strings.Contains(message, "begun") {
		t.Errorf("the start of an open window: %d %s", got.status, got.body)
	}
	got = r.do("POST", path+"/"+w.ID+"/end", "", support)
	ended := got.window(t)
	assert.True(t, got.status == http.StatusOK && ended.State == bff.WindowEnded && ended.Ended.By == "destek" && got.header.Get("ETag") == `"4"`,
		"ended: %d %s", got.status, got.body)
	r.ifMatch = `"4"`
	r.want(http.StatusConflict, "PATCH", path+"/"+w.ID, extend, support)                  // after the end
	r.want(http.StatusNotFound, "PATCH", "/maintenance/*/windows/"+w.ID, extend, support) // as a window of all
	r.windows.fail = bff.ErrMaintenanceFull
	r.want(http.StatusConflict, "POST", "/maintenance/marmara/bypass-links", "", support) // too many links
	r.want(http.StatusConflict, "POST", path, "{}", support)                              // too many
}

func TestBrandIsClosedAndOpenedByASwitch(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	for _, brand := range []string{"marmara", "*"} {
		r.want(http.StatusOK, "PUT", "/maintenance/"+brand, `{"on":true}`, support)
		n, ok := r.windows.switches[brand]
		assert.True(t, ok && n.By == "destek", "%s is not closed: %+v", brand, r.windows.switches)
		r.want(http.StatusOK, "PUT", "/maintenance/"+brand, `{"on":false}`, support)
		_, ok = r.windows.switches[brand]
		assert.True(t, !ok, "%s is not opened", brand)
	}
	// A schedule is refused, and the message names the route for windows.
	got := r.do("PUT", "/maintenance/marmara", `{"on":true,"until":"2030-01-01T00:00:00Z"}`, support)
	_, message, _ := got.refusal(t)
	assert.Contains(t, message, "POST /staff/v1/maintenance/marmara/windows", "%s", got.body)
}

func TestBypassLinksNameTheirMaker(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	got := r.do("POST", "/maintenance/marmara/bypass-links", "", support)
	assert.True(t, got.status == http.StatusCreated && string(got.body) == `{"id":"l1","by":"destek","until":"2026-01-02T04:04:05Z","url":"http://marmara.test:8080/?bypass=word"}`,
		"made: %d %s", got.status, got.body)
	r.wantBody(`[{"id":"l1","by":"destek","until":"2026-01-02T04:04:05Z"}]`, "GET", "/maintenance/marmara/bypass-links", "", support)
	r.want(http.StatusOK, "DELETE", "/maintenance/marmara/bypass-links/l1", "", support) // revoked
	r.wantBody(`[]`, "GET", "/maintenance/marmara/bypass-links", "", support)            // listed after
}
