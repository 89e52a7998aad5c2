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
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/auditid"
	"croupier/bff/ops/staff"
)

// audit reads the audit log.
func (r *rig) audit(cookie *http.Cookie, query string) []staff.Entry {
	r.t.Helper()
	return read[[]staff.Entry](r, "/audit"+query, cookie)
}

// open is the state of a brand at first.
const open = `[{"brand":"marmara","state":"open","switches":[],"windows":[]}]`

// states returns the outcome of an entry and the states before and after it.
func states(e staff.Entry) string { return fmt.Sprintf("%s %s %s", e.Outcome, e.Before, e.After) }

func TestNothingIsDoneWithoutAnAuditEntry(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	r.Advance(time.Second)
	full := errors.New("the disk is full")
	r.deeds.fail(&r.deeds.writes, full, 0)
	for _, deed := range [][3]string{
		{"PUT", "/maintenance/marmara", `{"on":true}`},
		{"POST", "/maintenance/marmara/windows", `{}`},
		{"POST", "/maintenance/marmara/bypass-links", ""},
		{"POST", "/cache/purge", `{}`},
		{"POST", "/breakers/marmara/main/open", ""},
		{"POST", "/login", `{"username":"destek","password":"Destek123!"}`},
		{"POST", "/logout", ""},
	} {
		got := r.want(http.StatusServiceUnavailable, deed[0], deed[1], deed[2], admin)
		assert.NotContains(t, string(got.body), "bypass=", deed)
		assert.True(t, got.cookie == nil || got.cookie.Value == "", "%v: logged in without an entry", deed)
	}
	r.untouched()
	r.want(http.StatusOK, "GET", "/me", "", admin) // not logged out

	// If the outcome cannot be recorded, the action is done and its entry has the requested state.
	r.deeds.fail(&r.deeds.writes, full, 1)
	r.want(http.StatusOK, "PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"Bakım"},"calls":["casino"]}`,
		admin)
	e := r.audit(admin, "?limit=1")[0]
	assert.Equal(t, `begun `+open+` {"on":true,"calls":["casino"],"message":{"tr":"Bakım"},"by":"yonetici"}`, states(e))

	// An action that fails is recorded as failed.
	r.deeds.fail(&r.deeds.writes, nil, 0)
	r.broken = errors.New("the store is gone")
	r.Advance(time.Second)
	r.want(http.StatusServiceUnavailable, "POST", "/cache/purge", `{"brand":"marmara"}`, admin)
	e = r.audit(admin, "?limit=1")[0]
	assert.Equal(t, "purge failed  ", e.Action+" "+states(e))
}

func TestRefusedLoginsAreAudited(t *testing.T) { synctest.Test(t, refusedLogins) }

// refusedLogins runs under synctest, because entries are written after the response.
func refusedLogins(t *testing.T) {
	t.Helper()
	r, viewer := rigFor(t, "izleyici")
	secret := "JBSWY3DPEHPK3PXP"
	r.newAccount(staff.Account{Name: "ikili", Roles: staff.ForAllBrands(staff.Viewer), TOTP: secret}, "Gizli12345")
	r.newAccount(staff.Account{Name: "giden", Roles: staff.ForAllBrands(staff.Viewer)}, "Gizli12345")
	require.NoError(t, r.disable("giden"))
	try := func(name, password, code string, status int) {
		t.Helper()
		r.Advance(time.Second)
		r.tryLogin(status, name, password, code)
		synctest.Wait()
	}
	for _, row := range []struct {
		name, password, code string
		status               int
		who, why             string
	}{
		{"destek", "wrong", "", 401, "destek", "wrong password"},
		{"ikili", "Gizli12345", "000000", 401, "ikili", "wrong code"},
		{"giden", "Gizli12345", "", 401, "giden", "disabled account"},
		{"Sifrem1!", "Sifrem1!", "", 401, "", "unknown account"},
	} {
		try(row.name, row.password, row.code, row.status)
		e := r.audit(viewer, "?limit=1")[0]
		assert.Equal(t, row.who+` login refused  {"reason":"`+row.why+`"} 192.0.2.7 r-1`,
			fmt.Sprint(e.Who, " ", e.Action, " ", states(e), " ", e.From, " ", e.Request))
		assert.True(t, e.At.Equal(r.Now()), "%s: at %v", row.name, e.At)
	}
	try(strings.Repeat("x", 65), "wrong", "", 401) // the name is too long, so Croupier records an unknown account
	// A request for the code and a successful login are not refusals.
	try("ikili", "Gizli12345", "", 401)
	try("ikili", "Gizli12345", r.code(secret), 200)

	// Repeated failures of one account, network and cause within ten minutes are one entry.
	for range 4 {
		try("destek", "wrong", "", 401)
	}
	for range 3 {
		try("destek", "wrong", "", 429)
	}
	e := r.audit(viewer, "?limit=1")[0]
	assert.Equal(t, `destek {"reason":"too many attempts"}`, e.Who+" "+string(e.After))
	r.Advance(10 * time.Minute)
	try("destek", "wrong", "", 401)
	refused := 0
	for _, e := range r.audit(viewer, "") {
		if e.Outcome == staff.Refused {
			refused++
		}
		assert.NotContains(t, strings.ToLower(e.Who+string(e.After)), "sifrem", "a password in the wrong field")
	}
	assert.Equal(t, 6, refused)
}

func TestEveryActionIsAuditedWithBeforeAndAfter(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	var id string     // of the latest link or window
	var made []string // ids, each with what the test calls it
	for _, deed := range [][3]string{
		{"PUT", "/maintenance/marmara", `{"on":true,"calls":["casino"]}`},
		{"POST", "/maintenance/marmara/bypass-links", ""},
		{"DELETE", "/maintenance/marmara/bypass-links/ID", ""},
		{"POST", "/maintenance/marmara/windows", `{"why":"db"}`},
		{"POST", "/maintenance/marmara/windows/ID/end", ""},
		{"POST", "/cache/purge", `{"brand":"marmara","call":"casino/games_list"}`},
		{"POST", "/breakers/marmara/main/close", ""},
	} {
		r.Advance(time.Second)
		got := r.do(deed[0], strings.Replace(deed[1], "ID", id, 1), deed[2], admin)
		require.Equal(t, 2, got.status/100, "%v: %d %s", deed, got.status, got.body)
		if got.status == http.StatusCreated {
			id = string(got.body)[len(`{"id":"`):][:12]
			made = append(made, id, "ID")
		}
	}
	all := r.audit(admin, "")
	const opened = `"brand":"marmara","state":"open","created":"2026-01-02T03:04:09Z",` +
		`"from":"2026-01-02T03:04:09Z","why":"db","by":"yonetici"}`
	ended := strings.TrimSuffix(strings.Replace(opened, "open", "ended", 1), "}") +
		`,"ended":{"by":"yonetici","at":"2026-01-02T03:04:10Z"}}`
	const closed = `"by":"yonetici","since":"2026-01-02T03:04:06Z"`
	want := []string{
		`breaker marmara/main done "auto" "close"`,
		`purge casino/games_list done  {"dropped":3}`,
		`maintenance window ended marmara/ID done {"id":"ID","version":1,` + opened + ` {"id":"ID","version":2,` +
			ended,
		`maintenance window marmara done  {"id":"ID","version":1,` + opened,
		`bypass link revoked marmara/ID done  `,
		`bypass link marmara done  {"id":"ID","by":"yonetici","until":"2026-01-02T04:04:07Z"}`,
		`maintenance marmara done ` + open + ` [{"brand":"marmara","state":"maintenance",` + closed +
			`,"calls":["casino"],` +
			`"switches":[{"calls":["casino"],` + closed + `}],"windows":[]}]`,
		`login  done  `,
	}
	require.Len(t, all, len(want))
	for i, e := range all {
		assert.Equal(t, want[i], strings.NewReplacer(made...).Replace(e.Action+" "+e.Subject+" "+states(e)))
		assert.Equal(t, "yonetici 192.0.2.7 r-1", fmt.Sprint(e.Who, " ", e.From, " ", e.Request))
	}
	page := r.audit(admin, "?limit=2&before="+all[1].ID)
	assert.True(t, len(page) == 2 && page[0].ID == all[2].ID, "a page: %+v", page)
}

// putEntry writes an entry as the API does, at the clock's time.
func (r *rig) putEntry(e staff.Entry) {
	r.t.Helper()
	e.At, e.ID = r.Now(), auditid.New(r.Now())
	if e.Outcome == "" {
		e.Outcome = staff.Done
	}
	raw, err := json.Marshal(e)
	require.NoError(r.t, err)
	to := r.deeds
	if e.Outcome == staff.Refused {
		to = r.refusals
	}
	require.NoError(r.t, to.Put(r.t.Context(), e.ID, raw))
	r.Advance(time.Minute)
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
	r, viewer := rigFor(t, "izleyici")
	r.Advance(time.Hour)
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
	r.Advance(time.Second)
	for _, e := range []staff.Entry{
		{Who: "ayse", Action: "purge", Brand: "marmara", Subject: "1"},
		{Who: "ayse", Action: "purge", Brand: "zephyr", Subject: "2"},
		{Who: "ayse", Action: "purge", Brand: "*", Subject: "3"},
		{Who: "ayse", Action: "login", Subject: "4"},
		{Who: "yerel", Action: "logout", Subject: "5"},
	} {
		r.putEntry(e)
	}
	assert.Equal(t, "5 1 ", r.subjects(limited, "?limit=4"), "and the own login")
	got := string(r.do("GET", "/audit.jsonl", "", limited).body)
	assert.Equal(t, 3, strings.Count(got, "\n"), got)
	assert.NotContains(t, got, "zephyr")
}

func TestPagesMergeActionsAndRefusals(t *testing.T) {
	r, viewer := rigFor(t, "izleyici")
	var want []string
	for i := range 3 {
		r.Advance(10 * time.Minute)
		r.tryLogin(http.StatusUnauthorized, "destek", "wrong", "")
		<-r.refusals.written
		r.Advance(time.Second)
		r.as("destek")
		want = append([]string{"done", "refused"}, want...)
		require.Len(t, r.audit(viewer, ""), 2*i+3)
	}
	var got []string
	before := ""
	for range 3 {
		page := r.audit(viewer, "?limit=2&before="+before)
		got = append(got, string(page[0].Outcome), string(page[1].Outcome))
		before = page[1].ID
	}
	assert.Equal(t, want, got)
}

func TestAuditLogIsExported(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	r.Advance(time.Second)
	const many = 450 // more than two batches
	for i := range many {
		r.putEntry(staff.Entry{Who: "ayse", Action: "purge", Brand: "marmara", Subject: fmt.Sprint(i)})
	}
	for i, cell := range []string{
		"a;=1, ＝2", " =1", `"=1`, "\u200b=1", "\u3164=1", "\u22127", "=1+1", "+1", "-1",
		"@x", "\tx", "\rx", "\nx", "＝1", `a "b", c` + "\nd", "plain", "",
	} {
		r.putEntry(staff.Entry{
			Who: "=cmd|' /C calc'!A0", Action: "odd", Subject: cell,
			Before: json.RawMessage(fmt.Sprint(-i)),
		})
	}
	got := r.do("GET", "/audit.csv?action=odd", "", admin)
	assert.Equal(t, "text/csv; charset=utf-8 no-store",
		got.header.Get("Content-Type")+" "+got.header.Get("Cache-Control"))
	assert.Contains(t, got.header.Get("Content-Disposition"), `attachment; filename="audit-20260102T`)
	rows, err := csv.NewReader(bytes.NewReader(got.body)).ReadAll()
	require.NoError(t, err, "%s", got.body)
	require.Len(t, rows, 18)
	require.Equal(t, "id at who from request action brand subject outcome before after",
		strings.TrimPrefix(strings.Join(rows[0], " "), "\ufeff"))
	for i, want := range []string{
		"", "plain", `a "b", c` + "\nd", "'＝1", "'\nx", "'x", "'\tx", "'@x", "'-1", "'+1",
		"'=1+1", "'\u22127", "'\u3164=1", "'\u200b=1", `'"=1`, "' =1", "a;'=1,' ＝2",
	} {
		row := rows[i+1]
		assert.True(t, row[7] == want && row[2] == "'=cmd|' /C calc'!A0" && (row[9][0] == '\'' || row[9] == "0"), "%q",
			row)
	}
	got = r.do("GET", "/audit.jsonl?who=ayse", "", admin)
	assert.Equal(t, "application/jsonl", got.header.Get("Content-Type"))
	lines := strings.Split(strings.TrimSpace(string(got.body)), "\n")
	require.Len(t, lines, many)
	assert.Contains(t, lines[0], `"subject":"449"`)
	assert.Contains(t, lines[many-1], `"subject":"0"`)
	for path, want := range map[string]string{
		"/audit.csv": "\ufeffid,at,who,from,request,action,brand,subject,outcome,before,after\r\n", "/audit.jsonl": "",
	} {
		got := r.do("GET", path+"?who=nobody", "", admin)
		assert.Equal(t, "200 "+want, fmt.Sprintf("%d %s", got.status, got.body), "%s without entries", path)
		assert.NotEmpty(t, got.header.Get("Content-Disposition"), path)
	}
}

func TestFailedExportIsNotTakenForAWholeOne(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	r.Advance(time.Second)
	for range 300 {
		r.putEntry(staff.Entry{
			Who: "ayse", Action: "purge",
			After: json.RawMessage(`"` + strings.Repeat("x", 1000) + `"`),
		})
	}
	r.deeds.fail(&r.deeds.reads, errors.New("the disk is broken"), 0)
	got := r.want(http.StatusServiceUnavailable, "GET", "/audit.csv", "", admin) // at once
	assert.Empty(t, got.header.Get("Content-Disposition"))
	r.deeds.fail(&r.deeds.reads, errors.New("the disk is broken"), 1)
	defer func() {
		err, ok := recover().(error)
		assert.True(t, ok && errors.Is(err, http.ErrAbortHandler), "after the first page: %v", err)
	}()
	r.do("GET", "/audit.jsonl", "", admin)
}
