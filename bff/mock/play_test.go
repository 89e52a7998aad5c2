package mock_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock"
	"croupier/bff/mock/art"
	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// TestSlotPages plays a game of each type, from the lobby to the wallet and the history.
func TestSlotPages(t *testing.T) {
	h := open(t, 1).login("demo")
	rounds, url := 0, ""
	for _, kind := range []string{"video", "ways", "classic", "3d", "board"} {
		game := must[[]gameRow](h, "casino/games_list", map[string]any{"type": kind, "limit": 1})[0]
		url = h.page("casino/init_game", map[string]any{"gameID": game.GameID})
		assert.Contains(t, url, "/mock/play/slot/", "a game of type %s opens at %s", kind, url)
		h.status(http.MethodGet, url, nil, http.StatusOK, "/slot/slot.js")
		w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": 10})
		rounds++
		round := decode[struct{ Stake, Win, Balance json.Number }](h, w, http.StatusOK)
		h.holds(round.Balance.String())
		assert.EqualValues(t, "10", round.Stake, "%s: %s", kind, w.Body)
		assert.Equal(t, "*", w.Header().Get("Access-Control-Allow-Origin"), "a sandboxed page may not read its round")
	}
	today := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14"}
	assert.Equal(t, rounds, h.call("user/game_history", today).Pagination.Total)
	must[any](h, "user/logout", nil)
	h.spin(url, http.StatusNotFound)
}

// A player or a guest plays a demo with toy money.
func TestDemos(t *testing.T) {
	guest := open(t, 1)
	player := guest.login("yeni")
	player.spin(player.slot(true), http.StatusOK)
	player.holds("0")
	player.spin(player.slot(false), http.StatusPaymentRequired)

	url, other := guest.slot(true), guest.slot(true)
	money := func(url string) string {
		return get[struct{ Balance json.Number }](guest, url+"/state").Balance.String()
	}
	full := money(url)
	for range 5 {
		guest.spin(url, http.StatusOK)
	}
	assert.NotEqual(t, full, money(url))
	assert.Equal(t, full, money(other), "another guest's")
	for _, data := range []map[string]any{{"gameID": 1001}, {"gameID": 1001, "demo": false}} {
		guest.refuses("casino/init_game", data, "Oturum Süresi Doldu")
	}
	guest.restore(guest.snapshot(""), http.StatusOK)
	guest.spin(url, http.StatusOK)
}

// Every kind of page shows the bonus in use and the player's own money.
func TestPagesShowTheActiveBonus(t *testing.T) {
	h := open(t, 1).login("yeni")
	offer := h.bonuses("available")[0]
	must[any](h, "user/claim_bonus", map[string]any{"bonusID": offer.BonusID})
	want := fmt.Sprintf(`"bonus":{"held":%v,"own":0,"inUse":true}`, offer.Amount)
	for _, c := range []struct {
		call string
		data map[string]any
	}{
		{"casino/init_game", map[string]any{"gameID": 1001}},
		{"livecasino/init_game", map[string]any{"tableID": 5001}},
		{"virtualgames/init_game", map[string]any{"providerID": 1, "type": "zeplin"}},
		{"virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"}},
	} {
		url := h.page(c.call, c.data)
		h.status(http.MethodGet, url, nil, http.StatusOK, want)
		h.status(http.MethodGet, url+"/state", nil, http.StatusOK, want)
	}
	assert.Contains(t, h.spin(h.slot(false), http.StatusOK).Body.String(), `"own":0,"inUse":true`)
	assert.NotContains(t, h.send(http.MethodGet, h.slot(true)+"/state", nil).Body.String(), "bonus", "a demo")
}

func TestScenariosApplyToGamePages(t *testing.T) {
	h := open(t, 1).login("demo")
	url := h.slot(false)
	before := h.balance()
	for scenario, want := range map[string]struct {
		status int
		word   string
	}{
		"insufficient-funds": {http.StatusPaymentRequired, "insufficient funds"},
		"session-expired":    {http.StatusNotFound, "no session"},
		"provider-down":      {http.StatusBadGateway, "provider down"},
		"malformed":          {http.StatusBadGateway, "provider down"},
		"maintenance":        {http.StatusBadGateway, "provider down"},
		"self-excluded":      {http.StatusForbidden, "not allowed"},
		"unauthorized":       {http.StatusForbidden, "not allowed"},
	} {
		h.scenario(scenario)
		w := h.spin(url, want.status)
		h.scenario("happy")
		assert.Equal(t, want.word, decode[struct{ Error string }](h, w, want.status).Error, "%s: %s", scenario, w.Body)
		h.holds(before)
	}
	h.spin(url, http.StatusOK)

	h.scenario("game-silent")
	h.status(http.MethodGet, url, nil, http.StatusBadGateway, "<h1>")
	assert.NotContains(t, h.send(http.MethodGet, url, nil).Body.String(), "<script")
	h.scenario("game-hangs")
	gone, leave := context.WithCancel(t.Context())
	leave()
	_, err := h.handler.(*mock.Casino).Use(gone, url[strings.LastIndex(url, "/")+1:], scenario.Page, nil)
	assert.ErrorIs(t, err, context.Canceled)
	h.scenario("happy")
	h.status(http.MethodGet, url, nil, http.StatusOK, "slot.js")
}

// During concurrent rounds on several pages, the balance changes only by stakes and wins.
func TestConcurrentRoundsConserveMoney(t *testing.T) {
	c, err := mock.New(mock.Options{Seed: 1, Clock: func() time.Time { return opening }})
	require.NoError(t, err)
	h := (&client{t: t, handler: c, site: "889", lang: "tr"}).login("ikili")
	var mu sync.Mutex
	var staked, won bff.MinorUnits
	var wg sync.WaitGroup
	for range 8 {
		url := h.slot(false)
		token := url[strings.LastIndex(url, "/")+1:]
		wg.Go(func() {
			for range 200 {
				var r world.RoundResult
				_, err := c.Use(t.Context(), token, scenario.Round, func(_ games.Session, a games.Account) (err error) {
					r, err = a.Round(500, func(rng *rand.Rand) bff.MinorUnits { return bff.MinorUnits(rng.IntN(900)) })
					return err
				})
				if errors.Is(err, world.ErrFunds) {
					continue
				}
				if err != nil || r.Balance < 0 {
					t.Errorf("%v, balance %s", err, r.Balance)
					return
				}
				mu.Lock()
				staked, won = staked+r.Stake, won+r.Win
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	h.holds((125_050 - staked + won).String())
}

func TestConcurrentPlayers(t *testing.T) {
	guest := open(t, 1)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			h := guest.in(fmt.Sprintf("w%d", i%3)).login([]string{"demo", "zengin"}[i%2])
			for _, a := range allCalls()[:20] {
				h.call(a.call, a.data)
			}
			h.advance("1m")
			h.state()
		})
	}
	wg.Wait()
}

func TestPicturesAreImmutable(t *testing.T) {
	h := open(t, 1)
	first := func(h *client) string {
		return must[[]gameRow](h, "casino/games_list", map[string]any{"limit": 1})[0].Image
	}
	image := first(h)
	w := h.send(http.MethodGet, image, nil)
	plain := w.Body.String()
	require.True(t, w.Code == http.StatusOK && strings.HasPrefix(plain, "<svg"), "%s: HTTP %d", image, w.Code)
	assert.Contains(t, w.Header().Get("Cache-Control"), "immutable")
	assert.Equal(t, "*", w.Header().Get("Access-Control-Allow-Origin"))
	packed := h.send(http.MethodGet, image, nil, "Accept-Encoding", "gzip")
	r, err := gzip.NewReader(bytes.NewReader(packed.Body.Bytes()))
	require.NoError(t, err)
	b, err := io.ReadAll(r)
	assert.True(t, err == nil && string(b) == plain, "compressed it is another picture: %v", err)
	assert.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	assert.LessOrEqual(t, packed.Body.Len(), 6<<10)
	for _, path := range []string{
		"cover/1.svg", "cover/x.svg", "cover/1001.gif", "provider/1.jpg", "slide/hero-x-nosuchtheme.svg",
		"nothing/1.svg", "icon/none.svg",
	} {
		h.status(http.MethodGet, "/mock/art/"+path, nil, http.StatusNotFound, "")
	}
	other := h.in("other")
	other.control("reset", map[string]any{"seed": 2})
	second := first(other)
	assert.NotEqual(t, image, second)
	assert.NotEqual(t, plain, h.send(http.MethodGet, second, nil).Body.String())
}

func TestEveryThemeHasPictures(t *testing.T) {
	c := world.NewCatalogue(1)
	for _, s := range c.Slots {
		require.Contains(t, art.Themes(), s.Theme, "%s: unknown theme %q", s.Name, s.Theme)
	}
}

// lobbyTable is a live table in the lobby's list.
type lobbyTable struct {
	TableID, SeatsTaken int
	Dealer              string
	IsOpen              bool
}

// liveTable opens a staffed table of a type and returns the address of its page.
func (h *client) liveTable(kind string) (url string, table lobbyTable) {
	h.t.Helper()
	for _, t := range must[[]lobbyTable](h, "livecasino/game_table_list", map[string]any{"type": kind}) {
		if t.IsOpen && t.SeatsTaken > 0 {
			return h.page("livecasino/init_game", map[string]any{"tableID": t.TableID}), t
		}
	}
	h.t.Fatalf("no %s table is open", kind)
	return "", lobbyTable{}
}

var bootScript = regexp.MustCompile(`(?s)<script type="application/json" id="boot">(.*?)</script>`)

// bootData is the initial data of a page.
type bootData struct {
	Name, Theme string
	Game        struct {
		Art, Dealer string
		RTP         float64
		Markets     []struct{ Picks []string }
	}
}

// boot opens a page of a kind and returns its initial data.
func (h *client) boot(url, kind string) (b bootData) {
	h.t.Helper()
	found := bootScript.FindStringSubmatch(h.send(http.MethodGet, url, nil).Body.String())
	require.True(h.t, strings.Contains(url, "/mock/play/"+kind+"/") && found != nil, url)
	require.NoError(h.t, json.Unmarshal([]byte(found[1]), &b))
	return b
}

// A table of each type opens a page with its name, dealer and return in the catalogue.
func TestLiveTablePagesMatchTheCatalogue(t *testing.T) {
	catalogue := world.NewCatalogue(1)
	h := open(t, 1).login("zengin")
	for _, kind := range []string{"roulette", "blackjack", "baccarat", "dragontiger", "gameshow", "sicbo", "poker"} {
		url, seen := h.liveTable(kind)
		boot := h.boot(url, "live")
		table, _ := catalogue.Table(seen.TableID)
		assert.InDelta(t, table.Game.RTP, boot.Game.RTP, 0.006, kind)
		assert.Equal(t, []string{table.Name, seen.Dealer}, []string{boot.Name, boot.Game.Dealer}, kind)
	}
}

// A virtual game of each type opens a page with its name, art and return in the catalogue. A bet
// moves the wallet only one time. Other worlds do not know the token.
func TestVirtualGamePagesMatchTheCatalogue(t *testing.T) {
	catalogue := world.NewCatalogue(1)
	h := open(t, 1).login("zengin")
	for kind, art := range map[string]string{
		"goldenrace": "race", "football3d": "football", "betongames": "draw", "bingo": "draw", "soundbingo": "draw",
		"spaceman": "spaceman", "zeplin": "zeplin",
	} {
		url := h.page("virtualgames/init_game", map[string]any{"providerID": 1, "type": kind})
		page, action := "pick", "/bet"
		if kind == art {
			page, action = "round", "/stake"
		}
		boot := h.boot(url, page)
		game, _ := catalogue.VirtualGame(1, kind)
		assert.Equal(t, []any{game.Name, game.Theme, game.RTP, art},
			[]any{boot.Name, boot.Theme, boot.Game.RTP, boot.Game.Art}, kind)

		type state struct {
			Round int64
			Phase string
		}
		s := get[state](h, url+"/state")
		for ; s.Phase != "betting"; s = get[state](h, url+"/state") {
			h.advance("5s")
		}
		before := minorUnits(t, json.Number(h.balance()))
		bet := map[string]any{"round": s.Round, "stake": 20}
		if page == "pick" {
			bet = map[string]any{
				"round": s.Round, "key": "k",
				"bets": map[string]int{boot.Game.Markets[0].Picks[0]: 20},
			}
		}
		h.status(http.MethodPost, url+action, bet, http.StatusOK, "")
		h.send(http.MethodPost, url+action, bet) // repeated
		assert.Equal(t, before-2_000, minorUnits(t, json.Number(h.balance())), kind)
		elsewhere := strings.Replace(url, "/"+h.world+".", "/"+h.in("elsewhere").world+".", 1)
		h.status(http.MethodPost, elsewhere+action, bet, http.StatusNotFound, "no session")
	}
}

// The clock settles a bet on every outcome only one time, after the page was closed.
func TestLiveTableSettlesBetsOfClosedPages(t *testing.T) {
	h := open(t, 1).login("zengin")
	url, _ := h.liveTable("roulette")
	type table struct {
		Round   int64
		Outcome any
	}
	s := get[table](h, url+"/state")
	for ; s.Outcome != nil; s = get[table](h, url+"/state") {
		h.advance("5s")
	}
	before := minorUnits(t, json.Number(h.balance()))
	bets := map[string]int{"dozen1": 100, "dozen2": 100, "dozen3": 100, "0": 100}
	h.status(http.MethodPost, url+"/bet", map[string]any{"round": s.Round, "key": "k", "bets": bets}, http.StatusOK, "")
	assert.Equal(t, before-40_000, minorUnits(t, json.Number(h.balance())))
	h.advance("1m")
	assert.Contains(t, []int{30_000, 360_000}, minorUnits(t, json.Number(h.balance()))-before+40_000)
	rounds := h.call("user/game_history", map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14"})
	assert.Contains(t, string(rounds.Data), "400")
}
