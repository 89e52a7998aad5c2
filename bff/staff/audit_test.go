package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff/internal/auditid"
	"croupier/bff/staff"
)

// audit reads the audit log.
func (r *rig) audit(cookie *http.Cookie, query string) (all []staff.Entry) {
	r.t.Helper()
	if err := json.Unmarshal(r.do("GET", "/audit"+query, "", cookie).body, &all); err != nil {
		r.t.Fatal(err)
	}
	return all
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
	if len(r.windows.switches) != 0 || len(r.windows.windows) != 0 || len(r.windows.links) != 0 || len(r.purged) != 0 || len(r.held) != 0 || len(r.marks) != 0 {
		t.Errorf("something was done: %+v %v %v %v", r.windows, r.purged, r.held, r.marks)
	}

	// If the outcome cannot be recorded, the action is done and its entry has the requested state.
	r.deeds.failAfter(full, 1)
	if got := r.do("PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"Bakım"},"calls":["casino"]}`, admin); got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	e := r.audit(admin, "?limit=1")[0]
	if e.Outcome != staff.Begun || string(e.Before) != `[{"brand":"marmara","state":"open","switches":[],"windows":[]}]` ||
		string(e.After) != `{"on":true,"calls":["casino"],"message":{"tr":"Bakım"},"by":"yonetici"}` {
		t.Errorf("the line: %+v\nbefore %s\nafter %s", e, e.Before, e.After)
	}
}

func TestFailedActionIsRecordedAsFailed(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second)
	r.broken = errors.New("the store is gone")
	if got := r.do("POST", "/cache/purge", `{"brand":"marmara"}`, admin); got.status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", got.status, got.body)
	}
	if e := r.audit(admin, "?limit=1")[0]; e.Action != "purge" || e.Outcome != staff.Failed || e.After != nil {
		t.Errorf("the line: %+v", e)
	}
}

func TestEntriesWithoutOutcomeAreDone(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	id := auditid.New(r.now().Add(time.Second))
	if err := r.deeds.Put(t.Context(), id, []byte(`{"id":"`+id+`","who":"destek","from":"192.0.2.7","action":"purge"}`)); err != nil {
		t.Fatal(err)
	}
	if e := r.audit(viewer, "")[0]; e.Who != "destek" || e.Outcome != staff.Done {
		t.Errorf("%+v", e)
	}
}

func TestRefusedLoginsAreAudited(t *testing.T) { synctest.Test(t, refusedLogins) }

// refusedLogins runs under synctest, because entries are written after the response.
func refusedLogins(t *testing.T) {
	t.Helper()
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	secret := "JBSWY3DPEHPK3PXP"
	for _, one := range []staff.Account{{Name: "ikili", Roles: staff.ForAllBrands(staff.Viewer), TOTP: secret}, {Name: "giden", Roles: staff.ForAllBrands(staff.Viewer)}} {
		account, err := one.WithPassword("Gizli12345")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.accounts.Add(t.Context(), account); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.disable("giden"); err != nil {
		t.Fatal(err)
	}
	try := func(name, password, code string, status int) {
		t.Helper()
		r.advance(time.Second)
		if got := r.do("POST", "/login", `{"username":"`+name+`","password":"`+password+`","code":"`+code+`"}`, nil); got.status != status {
			t.Fatalf("%s: %d %s", name, got.status, got.body)
		}
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
		{strings.Repeat("x", 65), "wrong", "", 0, "", ""}, // an unknown name as well, which is not recorded
	} {
		if row.status == 0 {
			try(row.name, row.password, row.code, 401)
			continue
		}
		try(row.name, row.password, row.code, row.status)
		e := r.audit(viewer, "?limit=1")[0]
		if e.Who != row.who || e.Action != "login" || e.Outcome != staff.Refused || string(e.After) != `{"reason":"`+row.why+`"}` ||
			e.From != netip.MustParseAddr("192.0.2.7") || e.Request != "r-1" || !e.At.Equal(r.now()) {
			t.Errorf("%s: %+v %s", row.name, e, e.After)
		}
	}
	// A request for the code is not a refusal, nor is a right login.
	code, err := totp.GenerateCode(secret, r.now())
	if err != nil {
		t.Fatal(err)
	}
	try("ikili", "Gizli12345", "", 401)
	try("ikili", "Gizli12345", code, 200)

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
		if strings.Contains(strings.ToLower(e.Who+string(e.After)), "sifrem") {
			t.Errorf("a password in the wrong field is shown: %+v", e)
		}
	}
	if refused != 6 {
		t.Errorf("%d lines about refusals, want 6", refused)
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
		if got := len(r.audit(viewer, "")); got != 2*i+3 {
			t.Fatalf("%d entries", got)
		}
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
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%v, want %v", got, want)
	}
}
