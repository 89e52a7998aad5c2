package staff_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/auditid"
	"croupier/bff/staff"
)

// putEntry writes an entry as the API does, at the clock's time.
func (r *rig) putEntry(e staff.Entry) {
	r.t.Helper()
	e.At, e.ID = r.now(), auditid.New(r.now())
	if e.Outcome == "" {
		e.Outcome = staff.Done
	}
	raw, err := json.Marshal(e)
	to := r.deeds
	if e.Outcome == staff.Refused {
		to = r.refusals
	}
	if err == nil {
		err = to.Put(r.t.Context(), e.ID, raw)
	}
	noError(r.t, err)
	r.advance(time.Minute)
}

// subjects returns the subjects of the entries that a query selects.
func (r *rig) subjects(cookie *http.Cookie, query string) string {
	r.t.Helper()
	var out []string
	for _, e := range r.audit(cookie, query) {
		out = append(out, e.Subject)
	}
	return strings.Join(out, " ")
}

func TestAuditLogIsFiltered(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	r.advance(time.Hour)
	for _, e := range []staff.Entry{
		{Who: "ayse", Action: "purge", Brand: "marmara", Subject: "1"},
		{Who: "ayse", Action: "maintenance", Brand: "*", Subject: "2"},
		{Who: "veli", Action: "purge", Brand: "zephyr", Subject: "3"},
		{Who: "veli", Action: "login", Subject: "4", Outcome: staff.Refused},
		{Who: "ayse", Action: "purge", Brand: "zephyr", Subject: "5"},
	} {
		r.putEntry(e)
	}
	for query, want := range map[string]string{
		"?limit=5":                    "5 4 3 2 1",
		"?who=ayse":                   "5 2 1",
		"?who=AYSE":                   "5 2 1",
		"?who=ays":                    "",
		"?action=purge":               "5 3 1",
		"?action=login&who=veli":      "4",
		"?brand=zephyr":               "5 3 2", // with the actions on all brands
		"?brand=marmara&who=ayse":     "2 1",
		"?brand=marmara&action=purge": "1",
		"?from=2026-01-02T04:06:05Z":  "5 4 3",
		"?until=2026-01-02T04:06:05Z": "2 1 ", // and the login
		"?until=2026-01-02T07:06:05%2B03:00&limit=1":            "2",
		"?from=2026-01-02T04:05:05Z&until=2026-01-02T04:07:05Z": "3 2",
		"?who=ayse&limit=1": "5",
	} {
		assert.Equal(t, want, r.subjects(viewer, query), query)
	}
	first := r.audit(viewer, "?who=ayse&limit=2")
	assert.Equal(t, "1", r.subjects(viewer, "?who=ayse&limit=2&before="+first[1].ID), "the next page")
}

func TestAuditLogShowsBrandsThatOneMaySee(t *testing.T) {
	r := newRig(t)
	limited := r.addAccount("yerel", staff.Roles{"marmara": staff.Viewer})
	r.advance(time.Second)
	for _, e := range []staff.Entry{
		{Who: "ayse", Action: "purge", Brand: "marmara", Subject: "1"},
		{Who: "ayse", Action: "purge", Brand: "zephyr", Subject: "2"},
		{Who: "ayse", Action: "purge", Brand: "*", Subject: "3"},
		{Who: "ayse", Action: "login", Subject: "4"},
		{Who: "yerel", Action: "logout", Subject: "5"},
	} {
		r.putEntry(e)
	}
	if got := r.subjects(limited, "?limit=4"); got != "5 1 " { // and the own login
		t.Errorf("%q", got)
	}
	got := string(r.do("GET", "/audit.jsonl", "", limited).body)
	assert.True(t, strings.Count(got, "\n") == 3 && !strings.Contains(got, "zephyr"), "exported:\n%s", got)
}

func TestBrandOfOlderEntriesFollowsFromTheirSubject(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	r.advance(time.Second)
	for _, e := range []struct{ action, subject, before, want string }{
		{"maintenance", "marmara", "", "marmara"},
		{"maintenance", "*", "", "*"},
		{"bypass link", "zephyr", "", "zephyr"},
		{"breaker", "marmara/main", "", "marmara"},
		{"purge", "marmara casino/games_list", "", "marmara"},
		{"purge", " ", "", "*"},
		{"session ended", "S1", `[{"brand":"zephyr"}]`, "zephyr"},
		{"sessions ended", "ayse", `[{"brand":"zephyr"},{"brand":"marmara"}]`, "*"},
		{"sessions ended", "ayse", `[]`, "*"},
		{"login", "", "", ""},
		{"account added", "marmara", "", ""},
	} {
		r.putEntry(staff.Entry{Who: "destek", Action: e.action, Subject: e.subject, Before: json.RawMessage(e.before)})
		got := r.audit(viewer, "?limit=1")[0]
		assert.True(t, got.Brand == e.want && got.Subject == e.subject,
			"%s %q: brand %q, want %q", e.action, e.subject, got.Brand, e.want)
	}
}

func TestPagesMergeActionsAndRefusals(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	var want []string
	for i := range 3 {
		r.advance(10 * time.Minute)
		r.do("POST", "/login", `{"username":"destek","password":"wrong"}`, nil)
		<-r.refusals.written
		r.advance(time.Second)
		r.login("destek", "Destek123!")
		want = append([]string{"done", "refused"}, want...)
		got := len(r.audit(viewer, ""))
		require.Equal(t, 2*i+3, got, "%d entries", got)
	}
	var got []string
	before := ""
	for range 3 {
		page := r.audit(viewer, "?limit=2&before="+before)
		for _, e := range page {
			got = append(got, string(e.Outcome))
		}
		before = page[1].ID
	}
	assert.Equal(t, strings.Join(want, " "), strings.Join(got, " "), "%v, want %v", got, want)
}

func TestAuditLogIsExported(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second)
	const many = 450 // more than two batches
	for i := range many {
		r.putEntry(staff.Entry{Who: "ayse", Action: "purge", Brand: "marmara", Subject: fmt.Sprint(i)})
	}
	for i, cell := range []string{"=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "＝1", `a "b", c` + "\nd", "plain", ""} {
		r.putEntry(staff.Entry{Who: "=cmd|' /C calc'!A0", Action: "odd", Subject: cell, Before: json.RawMessage(fmt.Sprint(-i))})
	}
	got := r.do("GET", "/audit.csv?action=odd", "", admin)
	assert.True(t, got.header.Get("Content-Type") == "text/csv; charset=utf-8" && got.header.Get("Cache-Control") == "no-store" && strings.HasPrefix(got.header.Get("Content-Disposition"), `attachment; filename="audit-20260102T`),
		"%v", got.header)
	rows, err := csv.NewReader(bytes.NewReader(got.body)).ReadAll()
	require.True(t, err == nil && len(rows) == 12 && strings.Join(rows[0], " ") == "id at who from request action brand subject outcome before after",
		"%v\n%s", err, got.body)
	for i, want := range []string{"", "plain", `a "b", c` + "\nd", "'＝1", "'\nx", "'x", "'\tx", "'@x", "'-1", "'+1", "'=1+1"} {
		row := rows[i+1]
		assert.True(t, row[7] == want && row[2] == "'=cmd|' /C calc'!A0" && (row[9][0] == '\'' || row[9] == "0"),
			"%d: %q", i, row)
	}
	got = r.do("GET", "/audit.jsonl?who=ayse", "", admin)
	if lines := strings.Split(strings.TrimSpace(string(got.body)), "\n"); len(lines) != many || got.header.Get("Content-Type") != "application/jsonl" {
		t.Errorf("%d lines, %v", len(lines), got.header)
	} else {
		var first, last staff.Entry
		err := errors.Join(json.Unmarshal([]byte(lines[0]), &first), json.Unmarshal([]byte(lines[many-1]), &last))
		assert.True(t, err == nil && first.Subject == "449" && last.Subject == "0", "%v %v %v", err, first, last)
	}
	for path, want := range map[string]string{"/audit.csv": "id,at,who,from,request,action,brand,subject,outcome,before,after\r\n", "/audit.jsonl": ""} {
		got := r.do("GET", path+"?who=nobody", "", admin)
		assert.True(t, got.status == http.StatusOK && string(got.body) == want && got.header.Get("Content-Disposition") != "",
			"%s without entries: %d %v %q", path, got.status, got.header, got.body)
	}
}

func TestFailedExportIsNotTakenForAWholeOne(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second)
	for range 300 {
		r.putEntry(staff.Entry{Who: "ayse", Action: "purge", After: json.RawMessage(`"` + strings.Repeat("x", 1000) + `"`)})
	}
	r.deeds.failReads(errors.New("the disk is broken"), 0)
	got := r.do("GET", "/audit.csv", "", admin)
	assert.True(t, got.status == http.StatusServiceUnavailable && got.header.Get("Content-Disposition") == "",
		"at once: %d %v", got.status, got.header)
	r.deeds.failReads(errors.New("the disk is broken"), 1)
	defer func() {
		err, ok := recover().(error)
		assert.True(t, ok && errors.Is(err, http.ErrAbortHandler), "after the first page: %v", err)
	}()
	r.do("GET", "/audit.jsonl", "", admin)
}
