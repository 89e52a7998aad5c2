package staff_test

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/auditid"
	"croupier/bff/staff"
)

// audit reads the audit log.
func (r *rig) audit(cookie *http.Cookie, query string) []staff.Entry {
	r.t.Helper()
	return read[[]staff.Entry](r, "/audit"+query, cookie)
}

func TestNothingIsDoneWithoutAnAuditEntry(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second)
	full := errors.New("the disk is full")
	r.deeds.failAfter(full, 0)
	for _, deed := range [][3]string{
		{"PUT", "/maintenance/marmara", `{"on":true}`},
		{"POST", "/maintenance/marmara/windows", `{}`},
		{"POST", "/maintenance/marmara/bypass-links", ""},
		{"POST", "/cache/purge", `{}`},
		{"POST", "/breakers/marmara/main/open", ""},
		{"POST", "/login", `{"username":"destek","password":"Destek123!"}`},
		{"POST", "/logout", ""},
	} {
		if got := r.do(deed[0], deed[1], deed[2], admin); got.status != http.StatusServiceUnavailable || strings.Contains(string(got.body), "bypass=") {
			t.Errorf("%v: %d %s", deed, got.status, got.body)
		} else if deed[1] == "/login" && got.cookie != nil {
			t.Error("logged in without a line")
		}
	}
	assert.True(t, len(r.windows.switches) == 0 && len(r.windows.windows) == 0 && len(r.windows.links) == 0 && len(r.purged) == 0 && len(r.held) == 0 && len(r.marks) == 0,
		"something was done: %+v %v %v %v", r.windows, r.purged, r.held, r.marks)

	// If the outcome cannot be recorded, the action is done and its entry has the requested state.
	r.deeds.failAfter(full, 1)
	r.want(http.StatusOK, "PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"Bakım"},"calls":["casino"]}`, admin)
	e := r.audit(admin, "?limit=1")[0]
	assert.True(t, e.Outcome == staff.Begun && string(e.Before) == `[{"brand":"marmara","state":"open","switches":[],"windows":[]}]` && string(e.After) == `{"on":true,"calls":["casino"],"message":{"tr":"Bakım"},"by":"yonetici"}`,
		"the line: %+v\nbefore %s\nafter %s", e, e.Before, e.After)
}

func TestFailedActionIsRecordedAsFailed(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second)
	r.broken = errors.New("the store is gone")
	r.want(http.StatusServiceUnavailable, "POST", "/cache/purge", `{"brand":"marmara"}`, admin)
	e := r.audit(admin, "?limit=1")[0]
	assert.True(t, e.Action == "purge" && e.Outcome == staff.Failed && e.After == nil, "the line: %+v", e)
}

func TestEntriesWithoutOutcomeAreDone(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	id := auditid.New(r.now().Add(time.Second))
	noError(t, r.deeds.Put(t.Context(), id, []byte(`{"id":"`+id+`","who":"destek","from":"192.0.2.7","action":"purge"}`)))
	e := r.audit(viewer, "")[0]
	assert.True(t, e.Who == "destek" && e.Outcome == staff.Done, "%+v", e)
}

func TestRefusedLoginsAreAudited(t *testing.T) { synctest.Test(t, refusedLogins) }

// refusedLogins runs under synctest, because entries are written after the response.
func refusedLogins(t *testing.T) {
	t.Helper()
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	secret := "JBSWY3DPEHPK3PXP"
	r.newAccount(staff.Account{Name: "ikili", Roles: staff.ForAllBrands(staff.Viewer), TOTP: secret}, "Gizli12345")
	r.newAccount(staff.Account{Name: "giden", Roles: staff.ForAllBrands(staff.Viewer)}, "Gizli12345")
	noError(t, r.disable("giden"))
	try := func(name, password, code string, status int) {
		t.Helper()
		r.advance(time.Second)
		r.want(status, "POST", "/login", `{"username":"`+name+`","password":"`+password+`","code":"`+code+`"}`, nil)
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
		assert.True(t, e.Who == row.who && e.Action == "login" && e.Outcome == staff.Refused && string(e.After) == `{"reason":"`+row.why+`"}` && e.From == netip.MustParseAddr("192.0.2.7") && e.Request == "r-1" && e.At.Equal(r.now()),
			"%s: %+v %s", row.name, e, e.After)
	}
	try(strings.Repeat("x", 65), "wrong", "", 401) // an unknown account as well: the name is too long to be recorded
	// A request for the code is not a refusal, nor is a right login.
	try("ikili", "Gizli12345", "", 401)
	try("ikili", "Gizli12345", r.code(secret), 200)

	// Repeated failures of one account, network and cause within ten minutes are one entry.
	for range 4 {
		try("destek", "wrong", "", 401)
	}
	for range 3 {
		try("destek", "wrong", "", 429)
	}
	if e := r.audit(viewer, "?limit=1")[0]; e.Who != "destek" || string(e.After) != `{"reason":"too many attempts"}` {
		t.Errorf("%+v %s", e, e.After)
	}
	r.advance(10 * time.Minute)
	try("destek", "wrong", "", 401)
	refused := 0
	for _, e := range r.audit(viewer, "") {
		if e.Outcome == staff.Refused {
			refused++
		}
		assert.NotContains(t, strings.ToLower(e.Who+string(e.After)), "sifrem",
			"a password in the wrong field is shown: %+v", e)
	}
	assert.Equal(t, 6, refused, "%d lines about refusals, want 6", refused)
}

func TestEveryActionIsAuditedWithBeforeAndAfter(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, deed := range [][3]string{
		{"PUT", "/maintenance/marmara", `{"on":true,"calls":["casino"]}`},
		{"POST", "/maintenance/marmara/bypass-links", ""},
		{"DELETE", "/maintenance/marmara/bypass-links/l1", ""},
		{"POST", "/maintenance/marmara/windows", `{"why":"db"}`},
		{"POST", "/maintenance/marmara/windows/w1/end", ""},
		{"POST", "/cache/purge", `{"brand":"marmara","call":"casino/games_list"}`},
		{"POST", "/breakers/marmara/main/close", ""},
	} {
		r.advance(time.Second)
		got := r.do(deed[0], deed[1], deed[2], admin)
		require.Equal(t, 2, got.status/100, "%v: %d %s", deed, got.status, got.body)
		if strings.HasSuffix(deed[1], "links") && !strings.Contains(string(got.body), "http://marmara.test:8080/?bypass=word") {
			t.Errorf("link: %s", got.body)
		}
	}
	all := r.audit(admin, "")
	want := []struct{ action, subject, before, after string }{
		{"breaker", "marmara/main", `"auto"`, `"close"`},
		{"purge", "casino/games_list", "", `{"dropped":3}`},
		{
			"maintenance window ended", "marmara/w1",
			`{"id":"w1","version":1,"brand":"marmara","state":"open","created":"0001-01-01T00:00:00Z","why":"db","by":"yonetici"}`,
			`{"id":"w1","version":2,"brand":"marmara","state":"ended","created":"0001-01-01T00:00:00Z","why":"db","by":"yonetici","ended":{"by":"yonetici","at":"2026-01-02T03:04:10Z"}}`,
		},
		{"maintenance window", "marmara", "", `{"id":"w1","version":1,"brand":"marmara","state":"open","created":"0001-01-01T00:00:00Z","why":"db","by":"yonetici"}`},
		{"bypass link revoked", "marmara/l1", "", ""},
		{"bypass link", "marmara", "", `{"id":"l1","by":"yonetici","until":"2026-01-02T04:04:07Z"}`},
		{"maintenance", "marmara", `[{"brand":"marmara","state":"open","switches":[],"windows":[]}]`, `[{"brand":"marmara","state":"maintenance","by":"yonetici","switches":[],"windows":[]}]`},
		{"login", "", "", ""},
	}
	require.Len(t, all, len(want), "%d entries", len(all))
	for i, w := range want {
		e := all[i]
		assert.True(t, e.Action == w.action && e.Subject == w.subject && string(e.Before) == w.before && string(e.After) == w.after && e.Who == "yonetici" && e.From.String() == "192.0.2.7" && e.Request == "r-1",
			"%d: %+v\nbefore %s\nafter %s", i, e, e.Before, e.After)
	}
	page := r.audit(admin, "?limit=2&before="+all[1].ID)
	assert.True(t, len(page) == 2 && page[0].ID == all[2].ID, "a page: %+v", page)
}
