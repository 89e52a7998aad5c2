package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

var (
	oneGame     = map[string]any{"gameID": 1001}
	withdrawals = map[string]any{"Type": 2}
)

func depositLimit(amount int) map[string]any {
	return map[string]any{"kind": "deposit", "period": "day", "amount": amount}
}

// A deposit limit of one instance applies on the other one. A break blocks games and deposits, but
// not withdrawals.
func TestPlayersAreHeldToTheirLimits(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "demo")
	require.Contains(t, a.ok(t, token, "limits/get", nil), `{"limits":[],`, "at first")
	a.ok(t, token, "limits/set", depositLimit(500))
	b.wantDeposit(t, token, uuid.NewString(), "300", "200")
	a.wantDeposit(t, token, uuid.NewString(), "300", "423 limit reached")
	assert.Contains(t, b.ok(t, token, "limits/get", nil), `"used":300,"left":200,`, "the rest of the limit")
	b.ok(t, token, "limits/set", depositLimit(900))
	a.want(t, token, "limits/confirm", map[string]any{"kind": "deposit", "period": "day"}, "409 limit waits")
	a.wantDeposit(t, token, uuid.NewString(), "200", "200")

	b.ok(t, token, "limits/cool_off", map[string]any{"hours": 24})
	a.want(t, token, "casino/init_game", oneGame, "423 cooling off")
	a.wantDeposit(t, token, uuid.NewString(), "1", "423 cooling off")
	a.want(t, token, "finance/list_cash_methods", withdrawals, "200")
	got := b.call(t, b.login(t, "zengin"), "casino/init_game", oneGame)
	assert.NotEqual(t, http.StatusLocked, got.status, "another player is in the break, too")
}

// After an exclusion at one instance, sessions are restricted at every instance. Only withdrawals,
// histories and the account remain available.
func TestExcludedPlayersHaveARestrictedSession(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "demo")
	const promotions, none = "cmscontroller/getPromotions", "[]"
	favourites := map[string]any{"favorites": true}
	require.NotEqual(t, none, b.ok(t, token, promotions, nil), "there are no promotions to hide")
	b.want(t, token, "casino/games_list", favourites, "200")

	a.ok(t, token, "limits/cool_off", map[string]any{"hours": 24})
	eventually(t, "the break at the other instance", func() bool { return b.ok(t, token, promotions, nil) == none })
	b.want(t, token, "casino/games_list", favourites, "200")
	assert.NotEqual(t, none, b.ok(t, "", promotions, nil), "guests see no promotions either")

	a.ok(t, token, "limits/self_exclude", map[string]any{"months": 6})
	eventually(t, "the exclusion at the other instance", func() bool {
		return b.call(t, token, "casino/games_list", favourites).status == http.StatusLocked
	})
	b.want(t, token, "casino/games_list", favourites, "423 self excluded")
	b.want(t, token, "casino/init_game", oneGame, "423 self excluded")
	for call, data := range map[string]map[string]any{
		"finance/check_balance": nil, "finance/list_cash_methods": withdrawals, "user/get_user_profile": nil,
	} {
		b.want(t, token, call, data, "200")
	}
	b.want(t, token, "user/logout", nil, "200")
}

// A self-exclusion applies at all brands of a group, to open sessions and registrations. It does
// not apply at brands of another operator.
func TestAnExclusionHoldsAtTheBrandsOfAGroup(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "", nil)
	for _, brand := range []string{"marmara", "zephyr"} {
		editFile(t, brandFile(file, brand), "", "player_protection: { group: aurora }\n")
	}
	p := startServer(t, nil, t.TempDir(), "--config", file)
	marmara, zephyr := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}
	pera := visitor{p.Address, "pera.localhost", ""}
	here, there, elsewhere := marmara.login(t, "demo"), zephyr.login(t, "demo"), pera.login(t, "demo")
	marmara.want(t, here, "casino/init_game", oneGame, "200")
	zephyr.want(t, there, "casino/init_game", oneGame, "200")
	known := registration("denizyeni", "baska@ornek.test", "+905551110101") // the verified phone number of demo
	zephyr.want(t, "", "user/register", known, "200 registration refused")  // by the platform
	marmara.ok(t, here, "limits/self_exclude", map[string]any{"months": 6})
	zephyr.want(t, there, "casino/init_game", oneGame, "423 self excluded")
	pera.want(t, elsewhere, "casino/init_game", oneGame, "200")
	zephyr.want(t, "", "user/register", known, "200 registration refused")
}

// depositLeft returns the rest of the player's daily deposit limit.
func (v visitor) depositLeft(t *testing.T, token string) float64 {
	var view struct{ Limits []struct{ Left float64 } }
	unmarshal(t, []byte(v.ok(t, token, "limits/get", nil)), &view)
	return view.Limits[0].Left
}

// A running deposit counts after the server is killed, because its outcome is unknown. Restoring a
// backup does not end a later exclusion.
func TestLimitsAndExclusionsSurviveACrashAndARestore(t *testing.T) {
	parallel(t)
	g, file := startGateway(t), filepath.Join(t.TempDir(), "croupier.backup")
	token := g.login(t, "demo")
	g.ok(t, token, "limits/set", depositLimit(500))
	ended := g.startLostDeposit(t, g.platform, token, uuid.NewString(), "300", `"hang"`)
	eventually(t, "the deposit counts while it is under way", func() bool { return g.depositLeft(t, token) == 200 })
	g.restart(t)
	<-ended
	assert.InDelta(t, 200, g.depositLeft(t, token), 0, "left of 500 after the crash")

	run(t, nil, "backup", file, "--data-dir", g.dir)
	g.ok(t, token, "limits/self_exclude", map[string]any{"months": 6})
	kill(t, g.Process)
	run(t, nil, "restore", file, "--force", "--data-dir", g.dir)
	g.start(t)
	token = g.login(t, "demo")
	g.want(t, token, "casino/init_game", oneGame, "423 self excluded")
	assert.InDelta(t, 200, g.depositLeft(t, token), 0, "left of 500 after the restore")

	// A restore must be possible if the store is damaged.
	kill(t, g.Process)
	require.NoError(t, os.WriteFile(filepath.Join(g.dir, "croupier.db"), []byte("damaged"), 0o600))
	assert.Contains(t, run(t, nil, "restore", file, "--force", "--data-dir", g.dir),
		"self-exclusions: "+filepath.Join(g.dir, "croupier.db")+" is damaged")
	g.start(t)
}

// The data directory is lost after an exclusion that only the copy of exclusions contains. Without
// the copy, restore reports that later exclusions are unknown.
func TestExclusionsOutliveTheDataFolderInTheirCopy(t *testing.T) {
	parallel(t)
	file, copied := filepath.Join(t.TempDir(), "croupier.backup"), filepath.Join(t.TempDir(), "exclusions")
	g := startAlone(t, []string{"CROUPIER_EXCLUSIONS_COPY=" + copied})
	token := g.login(t, "demo")
	g.ok(t, token, "limits/set", depositLimit(500))
	run(t, nil, "backup", file, "--with-keys", "--data-dir", g.dir)
	g.ok(t, token, "limits/self_exclude", map[string]any{"months": 6})
	kill(t, g.Process)
	// Without its data directory, a server reads the copy and does not overwrite it.
	lost := &gateway{
		dir: t.TempDir(),
		env: append(slices.Clone(g.env), "CROUPIER_KEYS_FILE="+filepath.Join(g.dir, "keys.json")),
	}
	lost.start(t)
	logged(t, lost.Process, "restored limits and exclusions of players from exclusions_copy")
	lost.want(t, lost.login(t, "demo"), "casino/init_game", oneGame, "423 self excluded")
	require.NoError(t, lost.Stop())
	empty := t.TempDir()
	out := run(t, nil, "restore", file, "--data-dir", empty)
	assert.Contains(t, out, filepath.Join(empty, "croupier.db")+" does not exist, exclusions_copy is not set.")
	assert.NotContains(t, out, "Restored from")
	g.dir = t.TempDir()
	assert.Contains(t, run(t, g.env, "restore", file, "--data-dir", g.dir),
		"Restored from "+filepath.Join(copied, "croupier.db")+": later changes")
	g.start(t)
	g.want(t, g.login(t, "demo"), "casino/init_game", oneGame, "423 self excluded")
}

// responsiblePlatform is the mock with additional calls for deposit limits by period.
type responsiblePlatform struct {
	mock http.Handler

	mu      sync.Mutex
	limits  map[string]json.Number
	coolOff string
	changes []string
}

// ServeHTTP implements http.Handler.
func (p *responsiblePlatform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var call struct {
		API  struct{ Class, Method string }
		Data struct {
			Period string
			Amount json.Number
			Until  string
		}
	}
	if json.Unmarshal(body, &call) != nil || call.API.Class != "responsible" {
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		p.mock.ServeHTTP(w, r)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var data any
	switch call.API.Method {
	case "readLimits":
		held := []map[string]any{}
		for _, period := range slices.Sorted(maps.Keys(p.limits)) {
			held = append(held, map[string]any{"kind": "deposit", "period": period, "amount": p.limits[period]})
		}
		told := map[string]any{"kinds": []string{"deposit"}, "limits": held}
		if p.coolOff != "" {
			told["cool_off"] = map[string]string{"until": p.coolOff}
		}
		data = told
	case "writeLimit":
		p.limits[call.Data.Period] = call.Data.Amount
		p.changes = append(p.changes, call.Data.Period+" "+call.Data.Amount.String())
	case "takeBreak":
		p.coolOff = call.Data.Until
		p.changes = append(p.changes, "break")
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"result": true, "message": "", "data": data, "code": 200, "debug": nil, "pagination": nil,
	})
}

func (p *responsiblePlatform) changed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.changes, ", ")
}

// If the platform has limits, the tighter limit applies before Croupier sends anything. Croupier
// sends changes to the platform, and staff see differences.
func TestThePlatformsOwnLimitsHoldToo(t *testing.T) {
	parallel(t)
	platform := &responsiblePlatform{
		mock:   httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: startMock(t).Address}),
		limits: map[string]json.Number{"day": "300"},
	}
	at := httptest.NewServer(platform)
	t.Cleanup(at.Close)
	brand := e2e.Brand{ID: "marmara", Upstream: map[string]any{
		"adapter": "envelope", "url": at.URL + "/endpoint/v1",
		"platform_limits": map[string]string{
			"get": "responsible/readLimits", "set": "responsible/writeLimit", "cool_off": "responsible/takeBreak",
		},
	}, Settings: map[string]any{"site_id": 889}}
	file, err := e2e.WriteConfig(t.TempDir(), []e2e.Brand{brand})
	require.NoError(t, err)
	g := startAlone(t, nil, "--config", file)
	v := visitor{g.Address, brand.Host(), ""}
	token := v.login(t, "demo")
	assert.Regexp(t, `"amount":300,.*"set_by_platform":true`, v.ok(t, token, "limits/get", nil), "at first")
	v.ok(t, token, "limits/set", depositLimit(500))
	v.wantDeposit(t, token, uuid.NewString(), "400", "423 limit reached") // the platform's limit is 300
	v.wantDeposit(t, token, uuid.NewString(), "200", "200")
	v.ok(t, token, "limits/set", map[string]any{"kind": "deposit", "period": "week", "amount": 1000})
	assert.Contains(t, v.ok(t, token, "limits/set", depositLimit(250)), `"amount":250,"used":200,"left":50,`)
	assert.Contains(t, platform.changed(), "week 1000, day 250")

	platform.mu.Lock()
	platform.limits["week"] = "700" // changed by the platform's support
	platform.mu.Unlock()
	addAccount(t, g.dir, nil, "ayse", "support", longPassword)
	staff := staffLogin(t, v, "ayse")
	limits := "/players/marmara/" + staff.uid(t, "demo") + "/limits"
	v.ok(t, token, "limits/cool_off", map[string]any{"hours": 24}) // then Croupier reads the platform's limits again
	assert.Contains(t, staff.get(t, limits, nil),
		`"differences":[{"subject":"limit","kind":"deposit","period":"week","here":{"amount":1000},"there":{"amount":700},"state":"tighter_there"}]`)
	assert.Contains(t, platform.changed(), "break")
	v.want(t, token, "casino/init_game", oneGame, "423 cooling off")
}

// Redis contains records of 200,000 players. An instance reads only the records that it uses.
func TestManyPlayersDelayNoStart(t *testing.T) {
	parallel(t)
	const players, prefix = 200_000, "croupier:records:protection"
	d := deploy(t, 2)
	record := "1764000000000+" + strings.Repeat("sealed.", 100)
	d.redisDo(t, "EVAL", `"for i = 1, ARGV[1] do redis.call('SET', '{' .. KEYS[1] .. '}:' .. i, ARGV[2]) end"`, "1",
		prefix, strconv.Itoa(players), record)
	for i := range d.instances {
		begin := time.Now()
		d.restart(t, i)
		assert.Less(t, time.Since(begin), 5*time.Second, "start of instance %d", i)
	}
	for i, instance := range d.instances {
		v := d.visitorAt(i)
		token := v.login(t, "demo")
		v.ok(t, token, "limits/set", depositLimit(500-i))
		v.wantDeposit(t, token, uuid.NewString(), "1", "200")
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", instance.PID()))
		require.NoError(t, err)
		_, rss, _ := strings.Cut(string(status), "VmRSS:")
		kilobytes, err := strconv.Atoi(strings.Fields(rss)[0])
		require.NoError(t, err)
		assert.Less(t, kilobytes, 80_000, "kB of memory of instance %d", i)
	}
}

// The test kills the server during a deposit. The platform declines it while the player has no open
// page. After the player's next visit, the deposit no longer counts.
func TestADepositThatIsDeclinedLaterIsGivenBackAtTheNextVisit(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token := g.login(t, "demo")
	g.ok(t, token, "limits/set", depositLimit(500))
	ended := g.startLostDeposit(t, g.platform, token, firstKey, "100.13", `"lost","latency_ms":60000`)
	eventually(t, "the deposit at the platform", func() bool {
		a := g.call(t, token, "finance/list_transactions", map[string]any{"searchCategory": 1, "limit": 1})
		return strings.Contains(string(a.Data), firstKey)
	})
	g.restart(t)
	<-ended
	control(t, g.platform, "clock", `{"advance":"2m"}`)
	assert.InDelta(t, 399.87, g.depositLeft(t, token), 0.001, "before the visit")
	assert.Equal(t, "refused", waitForPayment(t, g.events(t, token)).Status)
	eventually(t, "the deposit to count no longer", func() bool { return g.depositLeft(t, token) == 500 })
}
