package staff_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/staff"
)

const (
	limitsPath = "/players/marmara/7/limits"
	tightened  = `{"kind":"deposit","period":"day","amount":500,"reason":"a call of the player"}`
	loosened   = `{"subject":"limit","kind":"deposit","period":"day","amount":800.5,"reason":"a letter"}`
)

// limits are the limits of a player in the API.
type limits struct {
	Limits []struct {
		Kind, Period       string
		Amount, Used, Left float64
	}
	Break, Exclusion *struct{ Until string }
	History          []struct{ By, Change, Until string }
	Proposals        []struct {
		At, By string
		From   time.Time
		Ready  bool
	}
}

func (r *rig) limitsOf(cookie *http.Cookie) limits {
	r.t.Helper()
	return read[limits](r, limitsPath, cookie)
}

func TestLimitsOfAPlayer(t *testing.T) {
	r, destek := rigFor(t, "destek")
	const none = `{"currency":"TRY","kinds":["deposit","loss","stake","session_time"],"limits":[],"reality_check_minutes":60,"history":[],"proposals":[]}`
	r.wantBody(none, "GET", limitsPath, "", destek) // at first
	for _, body := range []string{
		tightened, `{"kind":"session_time","period":"week","minutes":120,"reason":"x"}`,
		`{"break_hours":72,"reason":"x"}`,
		`{"exclude_months":6,"reason":"x"}`, `{"exclude_forever":true,"reason":"x"}`,
	} {
		r.want(http.StatusOK, "POST", limitsPath+"/tighten", body, destek)
	}
	const want = `{"currency":"TRY","kinds":["deposit","loss","stake","session_time"],"limits":[` +
		`{"kind":"deposit","period":"day","amount":500,"used":0,"left":500,"renews":"2026-01-03T00:00:00Z"},` +
		`{"kind":"session_time","period":"week","minutes":120,"used":0,"left":120,"renews":"2026-01-05T00:00:00Z"}],` +
		`"break":{"until":"2026-01-05T03:04:05Z"},"exclusion":{},"reality_check_minutes":60,"history":[` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"exclusion"},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"exclusion","until":"2026-07-02T03:04:05Z"},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"break","until":"2026-01-05T03:04:05Z"},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"set","kind":"session_time","period":"week","minutes":120},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"set","kind":"deposit","period":"day","amount":500}],"proposals":[]}`
	r.wantBody(want, "GET", limitsPath, "", destek)
	r.want(http.StatusConflict, "POST", limitsPath+"/tighten", tightened, destek).wantRefusal(t, "not tighter", "again")
}

func TestLimitsOfTestersAreSeparate(t *testing.T) {
	r := newRig(t)
	r.brands[0].Upstream.Control = true
	destek, admin := r.as("destek"), r.as("yonetici")
	r.partition = "marmara/w1"
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", tightened, destek)
	for p, want := range map[bff.Partition]int{"marmara/w1": 1, "marmara/w2": 0, "marmara": 0} {
		r.partition = p
		assert.Len(t, r.limitsOf(destek).Limits, want, string(p))
	}
	for p, want := range map[bff.Partition]int{"marmara/w1": 2, "marmara/w2": 1, "marmara": 2} { // lines
		r.partition = p
		a := r.do("GET", "/limits.csv?brand=marmara", "", admin)
		assert.Equal(t, want, strings.Count(string(a.body), "\r\n"), "export in %s: %s", p, a.body)
	}
}

func TestLimitsAreLoosenedByTwoAccountsAfterTheWait(t *testing.T) {
	r := newRig(t)
	const destek, admin, viewer = "destek", "yonetici", "izleyici"       // logins end before the wait
	const first, second = "2026-01-02T03:04:08Z", "2026-01-02T03:04:11Z" // each step takes a second
	decided := func(at string) string { return `{"subject":"limit","kind":"deposit","period":"day","at":"` + at + `"}` }
	for _, step := range []struct {
		name, action, body, by string
		wait                   time.Duration
		want                   int
		word                   string
	}{
		{"nothing to loosen", "propose", loosened, destek, 0, http.StatusConflict, "not looser"},
		{"a limit", "tighten", tightened, destek, 0, http.StatusOK, ""},
		{"a proposal", "propose", loosened, destek, 0, http.StatusOK, ""},
		{"too early", "approve", decided(first), admin, 0, http.StatusConflict, "too early"},
		{"a viewer may not approve", "approve", decided(first), viewer, 0, http.StatusForbidden, "role forbids"},
		{"proposed by another account", "propose", loosened, admin, 0, http.StatusOK, ""},
		{"the replaced one", "approve", decided(first), destek, 24 * time.Hour, http.StatusConflict, "modified"},
		{"by its proposer", "approve", decided(second), admin, 0, http.StatusForbidden, "second person required"},
		{"the replaced one is not rejected", "reject", decided(first), destek, 0, http.StatusConflict, "modified"},
		{"approved", "approve", decided(second), destek, 0, http.StatusOK, ""},
		{"approved again", "approve", decided(second), destek, 0, http.StatusConflict, "not proposed"},
		{
			"no break to end", "propose", `{"subject":"break","reason":"x"}`, destek, 0, http.StatusConflict,
			"nothing to end",
		},
		{
			"a removal", "propose", `{"subject":"limit","kind":"deposit","period":"day","removal":true,"reason":"x"}`,
			destek, 0, http.StatusOK, "",
		},
	} {
		r.Advance(time.Second + step.wait)
		a := r.do("POST", limitsPath+"/"+step.action, step.body, r.as(step.by))
		require.Equal(t, step.want, a.status, "%s: %s", step.name, a.body)
		if step.word != "" {
			a.wantRefusal(t, step.word, step.name)
		}
		if step.word == "too early" {
			assert.Equal(t, "86399", a.header.Get("Retry-After"))
			assert.Contains(t, string(a.body), `"from":"2026-01-03T03:04:08Z"`)
		}
	}
	l := r.limitsOf(r.as(destek))
	require.Equal(t, "1 1", fmt.Sprint(len(l.Limits), len(l.Proposals)))
	assert.Equal(t, "800.5 {yonetici, destek set } false",
		fmt.Sprint(l.Limits[0].Amount, " ", l.History[0], " ", l.Proposals[0].Ready))
	r.Advance(time.Second)
	r.want(http.StatusOK, "POST", limitsPath+"/reject", decided(l.Proposals[0].At), r.as(admin))
	assert.Empty(t, r.limitsOf(r.as(destek)).Proposals)
	var entries []string
	for _, e := range r.audit(r.as(destek), "?limit=500") {
		if e.Subject == "marmara/7" {
			entries = append(entries, e.Who+" "+e.Action+" "+string(e.Outcome)+" "+string(e.Before)+" "+string(e.After))
		}
	}
	const limit = `"kind":"deposit","period":"day"`
	const of800 = `{` + limit + `,"amount":800.5}`
	proposal := func(what, by, at, from, ready string) string {
		return `"proposal":{"subject":"limit",` + limit + `,` + what + `,"by":"` + by + `","at":"` + at +
			`","from":"` + from + `","ready":` + ready + `}`
	}
	const amount, removal = `"amount":800.5,"reason":"a letter"`, `"removal":true,"reason":"x"`
	want := []string{
		`yonetici loosening rejected done {` + limit + `,"amount":800.5,` +
			proposal(removal, "destek", "2026-01-03T03:04:18Z", "2026-01-04T03:04:18Z", "false") + `} ` + of800,
		`destek loosening proposed done ` + of800 + ` {` + limit + `,"amount":800.5,` +
			proposal(removal, "destek", "2026-01-03T03:04:18Z", "2026-01-04T03:04:18Z", "false") + `,"reason":"x"}`,
		`destek loosening approved done {` + limit + `,"amount":500,` +
			proposal(amount, "yonetici", second, "2026-01-03T03:04:11Z", "true") + `} ` + of800,
		`yonetici loosening proposed done {` + limit + `,"amount":500,` +
			proposal(amount, "destek", first, "2026-01-03T03:04:08Z", "false") + `} {` + limit + `,"amount":500,` +
			proposal(amount, "yonetici", second, "2026-01-03T03:04:11Z", "false") + `,"reason":"a letter"}`,
		`destek loosening proposed done {` + limit + `,"amount":500} {` + limit + `,"amount":500,` +
			proposal(amount, "destek", first, "2026-01-03T03:04:08Z", "false") + `,"reason":"a letter"}`,
		`destek limits tightened done {` + limit + `} {` + limit + `,"amount":500,"reason":"a call of the player"}`,
	}
	assert.Equal(t, want, entries)
}

func TestLimitsAreExportedAsCSV(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	for _, step := range []struct{ player, body string }{
		{"7", strings.Replace(tightened, "500", "500.50", 1)},
		{"=1+1", `{"kind":"session_time","period":"week","minutes":120,"reason":"x"}`},
		{"7", `{"break_hours":24,"reason":"x"}`},
		{"8", `{"exclude_forever":true,"reason":"x"}`},
	} {
		r.want(http.StatusOK, "POST", "/players/marmara/"+step.player+"/limits/tighten", step.body, admin)
		r.Advance(time.Hour)
	}
	a := r.want(http.StatusOK, "GET", "/limits.csv?brand=marmara", "", admin)
	const header = "\ufeffplayer,at,who,account,change,kind,period,value,unit,until\r\n"
	const want = header +
		"7,2026-01-02T03:04:05Z,staff,yonetici,set,deposit,day,500.5,TRY,\r\n" +
		"'=1+1,2026-01-02T04:04:05Z,staff,yonetici,set,session_time,week,120,minutes,\r\n" +
		"7,2026-01-02T05:04:05Z,staff,yonetici,break,,,,,2026-01-03T05:04:05Z\r\n" +
		"8,2026-01-02T06:04:05Z,staff,yonetici,exclusion,,,,,for ever\r\n"
	assert.Equal(t, want, string(a.body))
	assert.Equal(t, `attachment; filename="limits-marmara-20260102T070405Z.csv"`, a.header.Get("Content-Disposition"))
	const hour = header + "'=1+1,2026-01-02T04:04:05Z,staff,yonetici,set,session_time,week,120,minutes,\r\n"
	r.wantBody(hour, "GET", "/limits.csv?brand=marmara&from=2026-01-02T04:04:05Z&until=2026-01-02T05:04:05Z", "", admin)
	r.Advance(time.Second)
	var exports []string
	for _, e := range r.audit(admin, "?action=limits+exported") {
		exports = append(exports, e.Brand+" "+string(e.After))
	}
	assert.ElementsMatch(t, []string{ // within the same second
		`marmara {"from":"","until":""}`, `marmara {"from":"2026-01-02T04:04:05Z","until":"2026-01-02T05:04:05Z"}`,
	}, exports)
	req := r.newRequest("GET", "/limits.csv?brand=marmara", "", admin)
	req.Header.Set("Accept-Language", "tr-TR,tr;q=0.9,en;q=0.8")
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, req)
	assert.Contains(t, w.Body.String(),
		";change;kind;period;value;unit;until\r\n7;2026-01-02T03:04:05Z;staff;yonetici;set;deposit;day;500,5;TRY;\r\n")
}

// paymentKey returns the nth idempotency key.
func paymentKey(n int) string { return fmt.Sprintf("6f1e3c7e-0b1d-4a53-9f1e-%012d", n) }

// unknownPayment records a payment of unknown outcome.
func (r *rig) unknownPayment(player string, n int) {
	r.t.Helper()
	key := bff.IdempotencyKey{Brand: "marmara", Player: player, Key: paymentKey(n)}
	ctx := bff.WithScope(r.t.Context(),
		&bff.Scope{
			RequestID: fmt.Sprint("r", n), Rules: bff.Rules{Part: "deposits"}, Amount: "250.00",
			Call: &bff.Call{Class: "finance", Method: "save_bank_transfer"},
		})
	_, err := r.money.Claim(ctx, key, bff.Fingerprint{})
	require.NoError(r.t, err)
	require.NoError(r.t, r.money.MarkUnknown(ctx, key, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)))
	r.Advance(time.Minute)
}

// payment is a payment in the API.
type payment struct {
	Key, Brand, Request, Call, Part, Amount, State, Debug string
	Code                                                  int
	Settlement                                            *bff.Settlement
}

const (
	executed = `{"outcome":"executed","reference":"P-77","note":"seen in the back office"}`
	approval = `{"outcome":"executed","reference":"P-77"}`
)

func TestAPaymentIsSettledByTwoAccounts(t *testing.T) {
	r := newRig(t)
	destek, yonetici, viewer := r.as("destek"), r.as("yonetici"), r.as("izleyici")
	r.unknownPayment("7", 1)
	path := "/payments/" + paymentKey(1)
	assert.Equal(t, payment{
		Key: paymentKey(1), Brand: "marmara", Request: "r1", Call: "finance/save_bank_transfer", Part: "deposits",
		Amount: "250 TRY",
		State:  "unknown", Code: http.StatusGatewayTimeout, Debug: "outcome unknown",
	}, read[payment](r, path, destek))
	for _, step := range []struct {
		name, action, body string
		by                 *http.Cookie
		want               int
		word               string
	}{
		{"a viewer may not propose", "/settle", executed, viewer, http.StatusForbidden, "role forbids"},
		{"nothing is proposed", "/approve", approval, yonetici, http.StatusConflict, "not proposed"},
		{"a proposal", "/settle", executed, destek, http.StatusOK, ""},
		{"a second proposal", "/settle", executed, yonetici, http.StatusConflict, "not unknown"},
		{"the proposer may not approve", "/approve", approval, destek, http.StatusForbidden, "second person required"},
		{
			"nor by a second login", "/approve", approval, r.login("Destek", "Destek123!"), http.StatusForbidden,
			"second person required",
		},
		{
			"another outcome", "/approve", `{"outcome":"refused","reference":"P-77"}`, yonetici, http.StatusConflict,
			"modified",
		},
		{
			"another reference", "/approve", `{"outcome":"executed","reference":"P-78"}`, yonetici, http.StatusConflict,
			"modified",
		},
		{"taken back", "/reject", "", destek, http.StatusOK, ""},
		{"nothing is left to approve", "/approve", approval, yonetici, http.StatusConflict, "not proposed"},
		{"proposed again", "/settle", executed, destek, http.StatusOK, ""},
		{"approved", "/approve", approval, yonetici, http.StatusOK, ""},
		{"approved again", "/approve", approval, yonetici, http.StatusConflict, "not proposed"},
		{"not taken back once approved", "/reject", "", destek, http.StatusConflict, "not proposed"},
		{"not proposed once approved", "/settle", executed, destek, http.StatusConflict, "not unknown"},
	} {
		r.Advance(time.Second) // audit entries are sorted by time
		a := r.do("POST", path+step.action, step.body, step.by)
		require.Equal(t, step.want, a.status, "%s: %s", step.name, a.body)
		if step.word != "" {
			a.wantRefusal(t, step.word, step.name)
		}
	}
	p := read[payment](r, path, destek)
	require.NotNil(t, p.Settlement)
	s := *p.Settlement
	assert.True(t, s.ApprovedAt.After(s.ProposedAt))
	s.ProposedAt, s.ApprovedAt = time.Time{}, time.Time{}
	assert.Equal(t, bff.Settlement{
		Outcome: bff.SettledExecuted, ProposedBy: "destek", ApprovedBy: "yonetici", Reference: "P-77",
		Note: "seen in the back office",
	}, s)
	assert.Equal(t, "executed", p.State)
	require.Len(t, r.payments, 4)
	assert.Contains(t, r.payments[3], paymentKey(1))
	assert.Contains(t, r.payments[3], `"executed"`)
	assert.NotContains(t, r.payments[0], paymentKey(1))
	var actions []string
	for _, e := range r.audit(destek, "?limit=500") {
		if e.Subject == paymentKey(1) {
			actions = append(actions, e.Who+": "+e.Action)
		}
	}
	want := []string{
		"yonetici: settlement approved", "destek: settlement proposed", "destek: settlement rejected",
		"destek: settlement proposed",
	}
	assert.Equal(t, want, actions)
}

// Players choose keys, so a key of two players does not identify a payment.
// A person who can act as both accounts must not approve.
func TestTheSecondPersonIsNotTheFirst(t *testing.T) {
	r := newRig(t)
	r.addAccount("gece", staff.ForAllBrands(staff.Admin))
	r.newAccount(staff.Account{Name: "eski", Roles: staff.ForAllBrands(staff.Support)}, "Uzun bir parola")
	// invite has an account invited, and accepts the invitation.
	invite := func(by *http.Cookie, name, role string) *http.Cookie {
		var made struct{ URL string }
		a := r.want(http.StatusCreated, "POST", "/accounts", `{"name":"`+name+`","roles":{"*":"`+role+`"}}`, by)
		require.NoError(t, json.Unmarshal(a.body, &made))
		_, token, _ := strings.Cut(made.URL, "#token=")
		return r.want(http.StatusOK, "POST", "/invitation", `{"token":"`+token+`","password":"Uzun bir parola"}`,
			nil).cookie
	}
	gece := func() *http.Cookie { return r.login("gece", "Uzun bir parola") }
	invited := invite(gece(), "kukla", "admin")
	invite(invited, "kuzu", "support")
	r.Advance(time.Second)
	r.want(http.StatusOK, "PATCH", "/accounts/eski", `{"disabled":true}`, gece())
	r.Advance(time.Second)
	r.want(http.StatusOK, "PATCH", "/accounts/eski", `{"disabled":false}`, gece())
	for i, row := range []struct {
		name, proposer, approver string
		wait                     time.Duration
		want                     int
	}{
		{"who was invited by the proposer", "gece", "kukla", 0, http.StatusForbidden},
		{"who invited the proposer", "kukla", "gece", 0, http.StatusForbidden},
		{"who was invited by somebody whom the proposer invited", "gece", "kuzu", 0, http.StatusForbidden},
		{"who was changed by the proposer", "gece", "eski", 0, http.StatusForbidden},
		{"two accounts that one person has changed", "kuzu", "eski", 0, http.StatusForbidden},
		{"an independent account", "gece", "yonetici", 0, http.StatusOK},
		{"a day later", "gece", "kukla", 24 * time.Hour, http.StatusOK},
	} {
		login := func(name string) *http.Cookie {
			if name == "yonetici" {
				return r.as(name)
			}
			return r.login(name, "Uzun bir parola")
		}
		r.unknownPayment("7", i)
		path := "/payments/" + paymentKey(i)
		r.Advance(time.Second + row.wait)
		r.want(http.StatusOK, "POST", path+"/settle", executed, login(row.proposer))
		r.Advance(time.Second)
		a := r.do("POST", path+"/approve", approval, login(row.approver))
		assert.Equal(t, row.want, a.status, "%s: %s", row.name, a.body)
	}
	for _, one := range read[[]staff.AccountInfo](r, "/accounts", r.as("yonetici")) {
		if one.Name == "kuzu" {
			assert.Equal(t, "kukla", one.InvitedBy)
		}
	}
}

func TestAnAmbiguousKeyIsNotSettled(t *testing.T) {
	r := newRig(t)
	r.unknownPayment("7", 1)
	r.unknownPayment("8", 1)
	path, destek := "/payments/"+paymentKey(1)+"/settle", r.as("destek")
	r.want(http.StatusConflict, "POST", path, executed, destek).wantRefusal(t, "ambiguous key", "settle")
}

func TestPaymentsAreListedByState(t *testing.T) {
	r := newRig(t)
	destek, yonetici := r.as("destek"), r.as("yonetici")
	for n := range 5 {
		r.unknownPayment("7", n)
	}
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(1)+"/settle", executed, destek)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/settle", executed, destek)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/approve", approval, yonetici)
	for query, want := range map[string][]int{
		"":                                     {4, 3, 0},
		"?state=unknown&brand=marmara&limit=2": {4, 3},
		"?limit=2&before=" + paymentKey(3):     {0},
		"?state=proposed":                      {1},
		"?state=settled":                       {2},
	} {
		keys, wanted := []string{}, []string{}
		for _, p := range read[[]payment](r, "/payments"+query, destek) {
			keys = append(keys, p.Key)
		}
		for _, n := range want {
			wanted = append(wanted, paymentKey(n))
		}
		assert.Equal(t, wanted, keys, query)
	}
}
