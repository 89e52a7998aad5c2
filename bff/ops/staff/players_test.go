package staff_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// paid is the idempotency record of a request.
func paid(id, key string, at time.Time, set func(*bff.IdempotencyRecord)) *bff.IdempotencyRecord {
	r := &bff.IdempotencyRecord{
		Key: bff.IdempotencyKey{Brand: "marmara", Player: "hash", Key: key}, RequestID: id,
		At: at, State: bff.IdempotencyInFlight,
	}
	set(r)
	return r
}

func answered(result bool) func(*bff.IdempotencyRecord) {
	return func(r *bff.IdempotencyRecord) {
		r.State, r.Answer = bff.IdempotencyAnswered,
			&bff.Answer{Result: result, Code: 200, Data: json.RawMessage(`{"iban":"TR1"}`)}
	}
}

func unknown(r *bff.IdempotencyRecord) {
	r.State, r.Unknown = bff.IdempotencyUnknown, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)
}

func TestRequestIsFoundByID(t *testing.T) {
	r, support := rigFor(t, "destek")
	r.seen.Observe(t.Context(), &bff.Observation{
		At: r.Now(), RequestID: "read", Brand: "marmara", Call: "casino/games_list", Status: 502, Code: 502,
		Upstream: 20 * time.Millisecond, UpstreamName: "main", Attempts: 2,
		Err: bff.ReasonBadUpstreamAnswer.WithCause(errors.New("what a platform said")),
	})
	r.journal["paid"] = paid("paid", "key-7", r.Now(), answered(true))
	r.journal["lost"] = paid("lost", "key-8", r.Now(), unknown)
	r.seen.Observe(t.Context(), &bff.Observation{
		At: r.Now(), RequestID: "lost", Brand: "marmara", Call: "finance/deposit", Status: 504, Code: 504,
		Debug:          "outcome unknown",
		IdempotencyKey: "key-8", Attempts: 1,
		Err:    bff.OutcomeUnknown(bff.ReasonUpstreamTimeout),
		Player: bff.Player{Partition: "marmara", UID: "7", Username: "ayse"},
	})
	r.journal["settled"] = paid("settled", "key-9", r.Now(), func(i *bff.IdempotencyRecord) {
		unknown(i)
		i.State, i.Call = bff.IdempotencySettled, "finance/deposit"
		i.Settlement = &bff.Settlement{Outcome: bff.SettledExecuted, Reference: "T-1", ProposedBy: "a", ApprovedBy: "b"}
	})
	at := r.Now().Format(time.RFC3339)
	for id, want := range map[string]string{
		"read": `{"id":"read","at":"` + at +
			`","instance":"one","brand":"marmara","call":"casino/games_list","status":502,"code":502,"ms":0,"upstream_ms":20,"upstream":"main","attempts":2,"cause":"bad answer"}`,
		// An expired request leaves only the idempotency record.
		"paid": `{"id":"paid","at":"` + at +
			`","instance":"","brand":"marmara","status":0,"ms":0,"upstream_ms":0,"attempts":0,"money":{"key":"key-7","at":"` + at + `","outcome":"executed","code":200}}`,
		"lost": `{"id":"lost","at":"` + at +
			`","instance":"one","brand":"marmara","call":"finance/deposit","player":{"uid":"7","username":"ayse"},"status":504,"code":504,"debug":"outcome unknown","ms":0,"upstream_ms":0,"attempts":1,"cause":"timeout",` +
			`"money":{"key":"key-8","at":"` + at +
			`","call":"finance/deposit","outcome":"unknown","code":504,"debug":"outcome unknown"}}`,
	} {
		r.wantBody(want, "GET", "/requests/"+id, "", support)
	}
	settled := string(r.do("GET", "/requests/settled", "", support).body)
	assert.Contains(t, settled, `"call":"finance/deposit","outcome":"executed"`)
}

func TestRequestWithTheIDOfAnotherShowsNothingOfIt(t *testing.T) {
	r, support := rigFor(t, "destek")
	for id, o := range map[string]bff.Observation{
		"another key":   {Brand: "marmara", IdempotencyKey: "own"},
		"another brand": {Brand: "zephyr"},
	} {
		o.At = r.Now()
		o.RequestID, o.Call, o.Status, o.Code = strings.ReplaceAll(id, " ", "-"), "finance/deposit", 503, 503
		r.seen.Observe(t.Context(), &o)
		r.journal[o.RequestID] = paid(o.RequestID, "chosen", r.Now(), answered(true))
		got := r.want(http.StatusOK, "GET", "/requests/"+o.RequestID, "", support)
		assert.NotContains(t, string(got.body), "chosen", id)
	}
}

// seenPlayer observes a request of a player.
func (r *rig) seenPlayer(id, uid, username, email, key string) {
	r.Advance(time.Second)
	r.seen.Observe(r.t.Context(), &bff.Observation{
		At: r.Now(), RequestID: id, Brand: "marmara", Call: "user/get_user_profile", Status: 200, Code: 200,
		Result: key == "", IdempotencyKey: key,
		Player: bff.Player{Partition: "marmara", UID: uid, Username: username, Email: email},
	})
}

// playerFile is the view or the export of a player.
type playerFile struct {
	Brand, UID, Username, Email, Exported string
	LastSeen                              time.Time
	Limits                                limits
	Sessions                              []struct{ Session string }
	Devices                               []struct{ Agent string }
	Requests                              []struct{ ID string }
	Money                                 []struct{ Key, State string }
}

func TestPlayerIsShown(t *testing.T) {
	r, support := rigFor(t, "destek")
	const key = "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f000"
	r.seenPlayer("login", "7", "ayse", "ayse@ornek.test", "")
	r.seenPlayer("other", "8", "fatma", "", key+"9")
	r.seenPlayer("executed", "7", "ayse", "", key+"1")
	r.journal["executed"] = paid("executed", key+"1", r.Now(), answered(true))
	r.seenPlayer("unknown", "7", "ayse", "", key+"2")
	r.journal["unknown"] = paid("unknown", key+"2", r.Now(), unknown)
	r.seenPlayer("repeat", "7", "ayse", "", key+"1") // the answer of the first
	r.seenPlayer("forgotten", "7", "ayse", "", key+"3")
	// s9: the name's earlier owner
	r.players.open = []bff.ActiveSession{sessionOf("s7", "7", "ayse"), sessionOf("s9", "9", "ayse")}
	p := read[playerFile](r, "/players/marmara/7", support)
	assert.True(t, p.LastSeen.Equal(r.Now()))
	assert.Len(t, p.Devices, 1)
	assert.Equal(t, "marmara 7 ayse ayse@ornek.test [{s7}] [{forgotten} {repeat} {unknown} {executed} {login}]",
		fmt.Sprint(p.Brand, " ", p.UID, " ", p.Username, " ", p.Email, " ", p.Sessions, " ", p.Requests))
	want := fmt.Sprintf("[{%s3 refused} {%s1 executed} {%s2 unknown}]", key, key, key)
	assert.Equal(t, want, fmt.Sprint(p.Money), "money")
}

func TestPaymentsAndRequestsAreSearched(t *testing.T) {
	r, support := rigFor(t, "destek")
	ayse := bff.Player{Partition: "marmara", UID: "7", Username: "ayse"}
	for i, o := range []bff.Observation{
		{Amount: "250", Transaction: "9001", Code: 200, Result: true},
		{Amount: "250", Code: 400, Debug: "amount out of range"},
		{
			Amount: "100", Transaction: "9003", Code: 200, Result: true,
			Player: bff.Player{Partition: "marmara/w", UID: "8"},
		},
		{Call: "user/update_profile", Code: 403},
		{Call: "system/ping", Code: 200, Poll: true},
	} {
		r.Advance(time.Hour)
		o.At, o.RequestID, o.Brand, o.Status = r.Now(), fmt.Sprint("r", i), "marmara", 200
		if o.Amount != "" {
			o.Call, o.IdempotencyKey = "finance/deposit", paymentKey(i)
		}
		if o.Player.UID == "" {
			o.Player = ayse
		}
		r.seen.Observe(t.Context(), &o)
	}
	r.unknownPayment("7", 5)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(5)+"/settle", executed, support)
	after := r.Now().Add(-150 * time.Minute).Format(time.RFC3339)
	for path, want := range map[string]string{
		"/payments?state=any":                               "2 1 0",
		"/payments?state=any&transaction=9001":              "0",
		"/payments?state=any&transaction=P-77":              "5",
		"/payments?state=proposed&amount=250":               "5",
		"/payments?state=proposed&transaction=1":            "",
		"/payments?state=any&amount=250.00":                 "1 0",
		"/payments?state=refused&amount=250":                "1",
		"/payments?state=executed&from=" + after:            "2",
		"/payments?state=executed&until=" + after:           "0",
		"/payments?state=any&from=" + after + "&amount=250": "",

		"/requests":                "3 1",
		"/requests?until=" + after: "1",

		"/requests?transaction=9001&brand=marmara":     "0",
		"/requests?amount=250&limit=1":                 "1",
		"/requests?brand=marmara&player=7":             "3 1 0",
		"/requests?brand=marmara&player=7&failed=true": "3 1",
		"/requests?brand=marmara&player=7&limit=1":     "3",
	} {
		var got []string
		for _, one := range read[[]struct{ ID, Key string }](r, path, support) {
			id := cmp.Or(one.ID, one.Key)
			got = append(got, id[len(id)-1:])
		}
		assert.Equal(t, want, strings.Join(got, " "), path)
	}
	r.partition, r.brands[0].Upstream.Control = "marmara/other", true
	r.wantBody("[]", "GET", "/payments?state=any&transaction=9003", "", support)
}

func TestLocksAreShownAndLifted(t *testing.T) {
	r, support := rigFor(t, "destek")
	locks := func(name string) string {
		return string(r.want(http.StatusOK, "GET", "/locks?username="+name, "", support).body)
	}
	assert.Equal(t, "[]", locks("ayse"))
	for range 8 {
		r.limiter.Allow(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "ayse"})
		r.limiter.Allow(t.Context(), bff.LimitKey{Rule: bff.LimitCode, Brand: "marmara", Subject: "7"})
	}
	const until = `"until":"2026-01-02T03:14:05Z"`
	password := `{"brand":"marmara","lock":"password",` + until + `}`
	for range 9 { // a look is not a guess
		assert.Equal(t, "["+password+"]", locks("AYSE"), "a name that has never logged in")
	}
	r.players.open = []bff.ActiveSession{sessionOf("s7", "7", "ayse")}
	r.want(http.StatusOK, "POST", "/players/marmara/ayse/block?by=username", `{"reason":"fraud"}`, support)
	r.players.open = []bff.ActiveSession{sessionOf("s7", "7", "ayse")}
	assert.Equal(t, `[{"brand":"marmara","lock":"code",`+until+`},`+password+`,{"brand":"marmara","lock":"block"}]`,
		locks("ayse"))
	r.want(http.StatusOK, "POST", "/players/marmara/unlock", `{"username":"ayse"}`, support)
	assert.Equal(t, `[{"brand":"marmara","lock":"block"}]`, locks("ayse"))
}

func TestPlayersAreBlocked(t *testing.T) {
	r, support := rigFor(t, "destek")
	r.seenPlayer("a", "7", "ayse", "", "")
	until := r.Now().Add(time.Hour).Format(time.RFC3339)
	r.want(http.StatusOK, "POST", "/players/marmara/7/block", `{"reason":"fraud","until":"`+until+`"}`, support)
	r.want(http.StatusOK, "POST", "/players/marmara/mehmet/block?by=username", `{"reason":"asked for it"}`, support)
	assert.Subset(t, r.players.ended, []string{"7", "mehmet"})
	shown := func() *bff.Block { return read[struct{ Block *bff.Block }](r, "/players/marmara/7", support).Block }
	b := shown()
	require.NotNil(t, b)
	assert.Equal(t, "fraud destek "+until, b.Reason+" "+b.By+" "+b.Until.Format(time.RFC3339))
	r.want(http.StatusOK, "DELETE", "/players/marmara/7/block", "", support)
	r.want(http.StatusOK, "DELETE", "/players/marmara/MEHMET/block?by=username", "", support)
	assert.Nil(t, shown(), "lifted")
}

func sessionOf(id, uid, username string) bff.ActiveSession {
	return bff.ActiveSession{Session: bff.Session{
		ID: id, Brand: "marmara",
		Identity: bff.Identity{Partition: "marmara", UID: uid, Username: username},
	}}
}

// withPlayer returns a rig with a player of uid 7 who has a session, a request and a payment, and
// another one of uid 8.
func withPlayer(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.seenPlayer("read", "7", "ayse", "ayse@ornek.test", "")
	r.seenPlayer("paid", "7", "ayse", "", "key-7")
	r.seenPlayer("other", "8", "veli", "", "")
	r.journal["paid"] = paid("paid", "key-7", r.Now(), answered(true))
	r.players.open = []bff.ActiveSession{sessionOf("s7", "7", "ayse"), sessionOf("s8", "8", "veli")}
	return r
}

func TestPlayerIsExported(t *testing.T) {
	r := withPlayer(t)
	admin := r.as("yonetici")
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", tightened, admin)
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", `{"exclude_months":6,"reason":"x"}`, admin)
	r.want(http.StatusOK, "POST", limitsPath+"/propose", loosened, admin)
	r.Advance(time.Second) // after the entry of the login
	got := r.want(http.StatusOK, "GET", "/players/marmara/7/export", "", admin)
	var file playerFile
	require.NoError(t, json.Unmarshal(got.body, &file))
	assert.NotEmpty(t, file.Exported)
	assert.Len(t, file.Devices, 1)
	assert.Len(t, file.Requests, 2)
	assert.Equal(t, "7 ayse ayse@ornek.test [{s7}] [{key-7 executed}]",
		fmt.Sprint(file.UID, " ", file.Username, " ", file.Email, " ", file.Sessions, " ", file.Money))
	l := file.Limits
	require.Equal(t, "1 2 1", fmt.Sprint(len(l.Limits), len(l.History), len(l.Proposals)))
	require.NotNil(t, l.Exclusion)
	assert.Equal(t, "500 2026-07-02T03:04:08Z staff exclusion staff",
		fmt.Sprint(l.Limits[0].Amount, " ", l.Exclusion.Until, " ", l.History[0].By, " ", l.History[0].Change, " ",
			l.Proposals[0].By))
	assert.NotRegexp(t, "yonetici|veli", string(got.body))
	assert.Equal(t, "attachment; filename=marmara-7.json", got.header.Get("Content-Disposition"))
	e := r.audit(admin, "?limit=1")[0]
	assert.Equal(t, "player exported marmara/7 done  ", e.Action+" "+e.Subject+" "+states(e))
}

func TestPlayerIsErased(t *testing.T) {
	r := withPlayer(t)
	admin := r.as("yonetici")
	r.Advance(time.Second) // after the entry of the login
	const path = "/players/marmara/7/erase"
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", `{"exclude_forever":true,"reason":"x"}`, admin) // an exclusion
	r.players.fault = bff.ReasonUnavailable.WithCause(errors.New("the store is gone"))
	r.want(http.StatusServiceUnavailable, "POST", path, `{"confirm":"7"}`, admin) // sessions that do not end
	r.players.fault = nil
	want := `{"erased":["sessions","profile","devices","requests"],"kept":[{"kind":"audit","until":"2027-02-06T03:04:09Z"},` +
		`{"kind":"money","until":"2026-01-03T03:04:08Z"},{"kind":"limits"},{"kind":"ended sessions","until":"2026-02-02T03:04:09Z"}]}`
	r.wantBody(want, "POST", path, `{"confirm":"7"}`, admin)
	l := r.limitsOf(admin)
	assert.True(t, l.Exclusion != nil && len(l.History) == 1, "the exclusion is erased: %+v", l)
	for _, path := range []string{"/players/marmara/7", "/players/marmara/7/export", "/requests/read"} {
		r.want(http.StatusNotFound, "GET", path, "", admin)
	}
	r.wantBody("[]", "GET", "/players?q=ayse@ornek.test", "", admin)
	payment := string(r.want(http.StatusOK, "GET", "/requests/paid", "", admin).body)
	assert.NotContains(t, payment, "ayse")
	assert.Contains(t, payment, "key-7")
	assert.Equal(t, []string{"s8"}, r.players.ids())
	r.want(http.StatusOK, "GET", "/players/marmara/8", "", admin) // another player
	entries := r.audit(admin, "?action=player+erased")
	require.Len(t, entries, 1)
	assert.Equal(t, "marmara/7 done  "+want, entries[0].Subject+" "+states(entries[0]))
}
