package mock_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"croupier/bff"
	"croupier/bff/mock"
	"croupier/bff/mock/art"
	"croupier/bff/mock/games"
	"croupier/bff/mock/world"
)

// token opens a game and returns the token of its page.
func (h *client) token(data map[string]any) string {
	h.t.Helper()
	url := must[struct{ URL string }](h, "casino/init_game", data).URL
	return url[strings.LastIndex(url, "/")+1:]
}

func TestSlotPage(t *testing.T) {
	h := open(t, 1).login("demo")
	url := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001}).URL
	if w := h.send(http.MethodGet, url, nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<html") {
		t.Fatalf("%s: HTTP %d %.200s", url, w.Code, w.Body)
	}
	before := h.balance()
	moved := false
	for range 5 {
		w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("1")})
		if w.Code != http.StatusOK {
			t.Fatalf("spin: HTTP %d %s", w.Code, w.Body)
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Error("a sandboxed page may not read its round")
		}
		moved = moved || h.balance() != before
	}
	if !moved {
		t.Error("five rounds have not moved the wallet")
	}
	if n := h.call("user/game_history", map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14"}).Pagination.Total; n != 5 {
		t.Errorf("%d rounds are in the history", n)
	}
	must[any](h, "user/logout", nil)
	if w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("1")}); w.Code != http.StatusNotFound {
		t.Errorf("a spin after logging out: HTTP %d", w.Code)
	}
}

func TestDemoDoesNotTouchTheWallet(t *testing.T) {
	h := open(t, 1).login("yeni")
	url := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001, "demo": true}).URL
	if w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("1")}); w.Code != http.StatusOK {
		t.Fatalf("spin: HTTP %d %s", w.Code, w.Body)
	}
	if got := h.balance(); got != "0" {
		t.Errorf("the wallet holds %s", got)
	}
	real := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001}).URL
	if w := h.send(http.MethodPost, real+"/spin", map[string]any{"stake": json.Number("1")}); w.Code != http.StatusPaymentRequired {
		t.Errorf("a stake that the wallet does not cover: HTTP %d %s", w.Code, w.Body)
	}
}

// A guest plays a demo with toy money of its own, until the world forgets it.
func TestADemoOfAGuest(t *testing.T) {
	guest := open(t, 1)
	player := guest.login("demo")
	balance := player.balance()
	url := must[struct{ URL string }](guest, "casino/init_game", map[string]any{"gameID": 1001, "demo": true}).URL
	other := must[struct{ URL string }](guest, "casino/init_game", map[string]any{"gameID": 1001, "demo": true}).URL
	money := func(url string) (left json.Number) {
		var session struct{ Balance json.Number }
		w := guest.send(http.MethodGet, url+"/balance", nil)
		if err := json.Unmarshal(w.Body.Bytes(), &session); err != nil || w.Code != http.StatusOK {
			t.Fatalf("HTTP %d %s", w.Code, w.Body)
		}
		return session.Balance
	}
	full := money(url)
	for range 5 {
		if w := guest.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("1")}); w.Code != http.StatusOK {
			t.Fatalf("spin: HTTP %d %s", w.Code, w.Body)
		}
	}
	if money(url) == full || money(other) != full {
		t.Errorf("after five rounds: %s, another guest's %s, before %s", money(url), money(other), full)
	}
	if got := player.balance(); got != balance {
		t.Errorf("the wallet of a player: %s, before %s", got, balance)
	}
	for _, data := range []map[string]any{{"gameID": 1001}, {"gameID": 1001, "demo": false}} {
		if got := guest.call("casino/init_game", data); got.Result || got.Message != "Oturum Süresi Doldu" {
			t.Errorf("%v: %+v", data, got)
		}
	}
	if w := guest.file(guest.snapshot("")); w.Code != http.StatusOK {
		t.Fatalf("restore: HTTP %d %s", w.Code, w.Body)
	}
	if w := guest.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("1")}); w.Code != http.StatusOK {
		t.Errorf("after a restored snapshot: HTTP %d %s", w.Code, w.Body)
	}
}

// Every kind of page shows the bonus in use and the player's own money.
func TestPagesShowTheActiveBonus(t *testing.T) {
	h := open(t, 1).login("yeni")
	offer := must[[]struct{ BonusID, Amount int }](h, "user/list_bonuses", map[string]any{"status": "available"})[0]
	must[any](h, "user/claim_bonus", map[string]any{"bonusID": offer.BonusID})
	for call, data := range map[string]map[string]any{
		"casino/init_game": {"gameID": 1001}, "livecasino/init_game": {"tableID": 5001},
		"virtualgames/init_game": {"providerID": 1, "type": "sport"},
	} {
		url := must[struct{ URL string }](h, call, data).URL
		look := map[string]string{"casino/init_game": "/balance", "livecasino/init_game": "/table", "virtualgames/init_game": "/coupons"}[call]
		for _, path := range []string{look, ""} {
			body := h.send(http.MethodGet, url+path, nil).Body.String()
			want := fmt.Sprintf(`"balance":%d,"bonus":{"held":%d,"own":0,"inUse":true}`, offer.Amount, offer.Amount)
			if !strings.Contains(body, want) {
				t.Errorf("%s%s: no %s in %.300s", call, path, want, body)
			}
		}
	}
	w := h.send(http.MethodPost, must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001}).URL+"/spin", map[string]any{"stake": json.Number("1")})
	if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, `"own":0,"inUse":true`) {
		t.Errorf("a round: HTTP %d %s", w.Code, body)
	}
	demo := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001, "demo": true}).URL
	if body := h.send(http.MethodGet, demo+"/balance", nil).Body.String(); strings.Contains(body, "bonus") {
		t.Errorf("a demo: %s", body)
	}
}

func TestScenariosApplyToGamePages(t *testing.T) {
	h := open(t, 1).login("demo")
	url := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001}).URL
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
		"happy":              {http.StatusOK, ""},
	} {
		before := h.balance()
		h.control("scenario", map[string]any{"name": scenario})
		w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("1")})
		h.control("scenario", map[string]any{"name": "happy"})
		var body struct{ Error string }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != want.status || body.Error != want.word {
			t.Errorf("%s: HTTP %d, want %d %q: %s", scenario, w.Code, want.status, want.word, w.Body)
		}
		if after := h.balance(); want.status != http.StatusOK && after != before {
			t.Errorf("%s: a round that was not played moved %s to %s", scenario, before, after)
		}
	}
}

// Concurrent rounds on several pages of one wallet: the balance changes by stakes and wins.
func TestConcurrentRoundsConserveMoney(t *testing.T) {
	c, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read, Control: true})
	if err != nil {
		t.Fatal(err)
	}
	h := (&client{t: t, handler: c.Handler(), site: "889", lang: "tr"}).login("ikili")
	var mu sync.Mutex
	var staked, won bff.MinorUnits
	var wg sync.WaitGroup
	for range 8 {
		token := h.token(map[string]any{"gameID": 1001})
		wg.Go(func() {
			for range 200 {
				r, err := c.Round(t.Context(), token, 500, func(rng *rand.Rand) bff.MinorUnits { return bff.MinorUnits(rng.IntN(900)) })
				if errors.Is(err, games.ErrInsufficientFunds) {
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
	if want := (125_050 - staked + won).String(); h.balance() != want {
		t.Errorf("the balance is %s, staked %s and won %s make it %s", h.balance(), staked, won, want)
	}
}

func TestConcurrentPlayers(t *testing.T) {
	guest := open(t, 1)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			in := *guest
			in.world = fmt.Sprintf("w%d", i%3)
			h := in.login([]string{"demo", "zengin"}[i%2])
			for _, a := range allCalls()[:20] {
				h.call(a.call, a.data)
			}
			h.control("clock", map[string]string{"advance": "1m"})
			h.state()
		})
	}
	wg.Wait()
}

func TestPicturesAreImmutable(t *testing.T) {
	h := open(t, 1)
	games := must[[]gameRow](h, "casino/games_list", map[string]any{"limit": 3})
	w := h.send(http.MethodGet, games[0].Image, nil)
	etag := w.Header().Get("ETag")
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "<svg") || etag == "" ||
		!strings.Contains(w.Header().Get("Cache-Control"), "immutable") || w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Fatalf("%s: HTTP %d %v %.80s", games[0].Image, w.Code, w.Header(), w.Body)
	}
	plain := w.Body.String()
	ask := func(name, value string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, games[0].Image, nil)
		r.Header.Set(name, value)
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w
	}
	if w := ask("If-None-Match", etag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("a picture already had: HTTP %d, %d bytes", w.Code, w.Body.Len())
	}
	packed := ask("Accept-Encoding", "gzip")
	r, err := gzip.NewReader(bytes.NewReader(packed.Body.Bytes()))
	if err != nil || packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() > 6<<10 {
		t.Fatalf("%v, %d bytes", err, packed.Body.Len())
	}
	if b, err := io.ReadAll(r); err != nil || string(b) != plain {
		t.Errorf("compressed it is another picture: %v", err)
	}
	for _, path := range []string{"cover/1.svg", "cover/x.svg", "cover/1001.png", "slide/hero-x-nosuchtheme.svg", "nothing/1.svg", "icon/none.svg"} {
		if w := h.send(http.MethodGet, "/mock/art/"+path, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: HTTP %d", path, w.Code)
		}
	}
}

func TestPicturesDependOnTheSeed(t *testing.T) {
	h := open(t, 1)
	first := must[[]gameRow](h, "casino/games_list", map[string]any{"limit": 1})[0].Image
	other := *h
	other.world = "other"
	other.control("reset", map[string]any{"seed": 2})
	second := must[[]gameRow](&other, "casino/games_list", map[string]any{"limit": 1})[0].Image
	if first == second || h.send(http.MethodGet, first, nil).Body.String() == h.send(http.MethodGet, second, nil).Body.String() {
		t.Errorf("%s and %s are one picture", first, second)
	}
}

// Every picture that a response links to exists.
func TestEveryPictureExists(t *testing.T) {
	for _, lang := range []string{"tr", "ar"} {
		guest := open(t, 1)
		guest.lang = lang
		player := guest.login("zengin")
		seen := map[string]bool{}
		for _, a := range allCalls() {
			h := guest
			if a.session {
				h = player
			}
			if a.call == "casino/games_list" || a.call == "livecasino/game_table_list" {
				a.data = map[string]any{"limit": 20}
			}
			for _, part := range strings.Split(h.raw(a.call, a.data).Body.String(), `"`) {
				if !strings.HasPrefix(part, "/mock/") || seen[part] {
					continue
				}
				seen[part] = true
				if w := guest.send(http.MethodGet, part, nil); w.Code != http.StatusOK {
					t.Errorf("%s: %s: HTTP %d", a.call, part, w.Code)
				}
			}
		}
		if len(seen) < 100 {
			t.Errorf("%s: only %d addresses were found", lang, len(seen))
		}
	}
}

func TestEveryThemeHasPictures(t *testing.T) {
	c, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, theme := range art.Themes() {
		have[theme] = true
	}
	for _, s := range c.Slots {
		if !have[s.Theme] {
			t.Fatalf("%s: unknown theme %q", s.Name, s.Theme)
		}
	}
	icons := map[string]bool{}
	for _, key := range art.IconKeys() {
		icons[key] = true
	}
	for _, k := range append(c.SlotCategories(), c.LiveCategories()...) {
		if !icons[k.Icon] {
			t.Errorf("category %d: unknown icon %q", k.ID, k.Icon)
		}
	}
}

func TestBaseURLMakesAddressesAbsolute(t *testing.T) {
	c, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read, BaseURL: "http://casino.test:9000/"})
	if err != nil {
		t.Fatal(err)
	}
	h := &client{t: t, handler: c.Handler(), lang: "tr"}
	if got := must[[]gameRow](h, "casino/games_list", nil)[0].Image; !strings.HasPrefix(got, "http://casino.test:9000/mock/art/cover/") {
		t.Errorf("%s", got)
	}
	if _, err := mock.New(mock.Options{BaseURL: "casino.test"}); err == nil {
		t.Error("an address without a scheme is accepted")
	}
}

func TestInvalidCallsAreRefused(t *testing.T) {
	h := open(t, 1)
	for _, body := range []string{"", "{", "[]", `"x"`} {
		r := httptest.NewRequest(http.MethodPost, "/endpoint/v1", strings.NewReader(body))
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != http.StatusBadRequest || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q: HTTP %d %s", body, w.Code, w.Body)
		}
	}
	if got := h.call("casino/none", nil); got.Result || got.Code != 404 {
		t.Errorf("%+v", got)
	}
}

func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	guest := open(t, 1)
	here, there := guest.login("demo"), guest.login("demo")
	if got := here.call("user/pass_change", map[string]any{"password": "yanlis", "new_password": "Yeni123", "new_password_confirm": "Yeni123"}); got.Result {
		t.Error("a wrong password is accepted")
	}
	must[any](here, "user/pass_change", map[string]any{"password": "Demo123", "new_password": "Yeni123", "new_password_confirm": "Yeni123"})
	if got := there.call("system/ping", nil); got.Message != "Oturum Süresi Doldu" {
		t.Errorf("the other session: %q", got.Message)
	}
	if got := here.call("system/ping", nil); !got.Result {
		t.Errorf("this session: %q", got.Message)
	}
}

func BenchmarkGamesList(b *testing.B) {
	h := open(b, 1)
	body := []byte(`{"api":{"class":"casino","method":"games_list"},"data":{"limit":48,"offset":96,"Lang":"tr"}}`)
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/endpoint/v1", bytes.NewReader(body)))
		if w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}

func BenchmarkBalanceOfLongHistories(b *testing.B) {
	h := open(b, 1).login("zengin")
	for b.Loop() {
		h.balance()
	}
}
