package activity_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/activity"
)

const (
	chrome    = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
	chrome131 = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
	iphone    = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1"
)

func (r *rig) search(brand, world, text string) (uids []string) {
	r.t.Helper()
	found, err := r.Search(r.t.Context(), brand, world, text)
	noError(r.t, err)
	for _, p := range found {
		uids = append(uids, p.UID)
	}
	return uids
}

func TestPlayersAreFoundByNameUIDAndEmail(t *testing.T) {
	r := newRig(t, nil)
	r.visit(chrome, "192.0.2.7", bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7", Username: "İbrahim"}})
	r.visit(chrome, "192.0.2.7", bff.Observation{Call: "user/get_user_profile", Brand: "marmara", Player: bff.Player{UID: "7", Username: "İbrahim", Email: "Ibrahim@Ornek.test"}})
	r.visit("", "", bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "8", Username: "ayse"}})
	r.visit("", "", bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "9", Username: "ibrahim", World: "w"}})
	for _, row := range []struct{ brand, world, text, want string }{
		{"marmara", "", "İbrahim", "7"},
		{"marmara", "", " ibrahım ", "7"},
		{"marmara", "", "7", "7"},
		{"marmara", "", "ibrahim@ornek.test", "7"},
		{"marmara", "", "AYSE", "8"},
		{"marmara", "w", "ibrahim", "9"},
		{"marmara", "", "9", ""},
		{"marmara", "", "ibra", ""},
		{"marmara", "", "", ""},
		{"zephyr", "", "ibrahim", ""},
	} {
		got := ""
		if found := r.search(row.brand, row.world, row.text); len(found) > 0 {
			got = found[0]
		}
		assert.Equal(t, row.want, got, "%s %q %q", row.brand, row.world, row.text)
	}
	p, err := r.Player(t.Context(), "marmara", "7")
	assert.True(t, err == nil && *p == (bff.PlayerProfile{Brand: "marmara", UID: "7", Username: "İbrahim", Email: "Ibrahim@Ornek.test", LastSeen: r.now()}),
		"%+v, %v", p, err)
}

func TestPlayersAreNotFoundByEarlierNames(t *testing.T) {
	r := newRig(t, nil)
	r.visit("", "", bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7", Username: "ayse", Email: "old@ornek.test"}})
	_ = r.search("marmara", "", "ayse") // written
	r.visit("", "", bff.Observation{Call: "user/update_profile", Brand: "marmara", Player: bff.Player{UID: "7", Username: "fatma", Email: "new@ornek.test"}})
	for text, want := range map[string]int{"ayse": 0, "old@ornek.test": 0, "fatma": 1, "new@ornek.test": 1, "7": 1} {
		got := r.search("marmara", "", text)
		assert.Len(t, got, want, "%s finds %q", text, got)
	}
}

func TestDevicesOfAPlayer(t *testing.T) {
	r := newRig(t, nil)
	ayse := bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7", Username: "ayse"}}
	begun := r.now()
	r.visit(chrome, "192.0.2.7", ayse)
	r.advance(time.Minute)
	r.visit(iphone, "2001:db8:4711:815::9", ayse)
	r.Close()
	r.advance(10 * time.Minute)
	r.Log = r.open(nil) // another instance does not know when the device was first seen
	r.visit(chrome, "192.0.3.7", ayse)
	devices, err := r.PlayerDevices(t.Context(), "marmara", "7")
	require.True(t, err == nil && len(devices) == 2, "%+v, %v", devices, err)
	first, second := devices[0], devices[1]
	assert.True(t, first.Agent == "Chrome 120 on Windows" && first.Address == "192.0.3.0/24" && first.FirstSeen.Equal(begun) && first.LastSeen.Equal(r.now()),
		"%+v", first)
	assert.True(t, second.Agent == "Safari 17 on iOS" && second.Address == "2001:db8:4711::/48" && second.FirstSeen.Equal(begun.Add(time.Minute)) && first.ID != second.ID,
		"%+v", second)
	r.visit(chrome, "192.0.2.7", bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "8"}})
	other, err := r.PlayerDevices(t.Context(), "marmara", "8")
	assert.True(t, err == nil && len(other) == 1 && other[0].ID != first.ID,
		"the same browser of another player: %+v, %v", other, err)
}

func TestMostRequestsOfAPlayerChangeNothing(t *testing.T) {
	r := newRig(t, nil)
	o := bff.Observation{Call: "finance/check_balance", Brand: "marmara", Player: bff.Player{UID: "7", Username: "ayse"}}
	for range 20 {
		r.visit(chrome, "192.0.2.7", o)
		_ = r.search("marmara", "", "ayse")
	}
	n := r.players.count()
	assert.Equal(t, 2, n, "%d entries written, want the player and the device", n)
	r.advance(5 * time.Minute)
	r.visit(chrome, "192.0.2.7", o)
	p, err := r.Player(t.Context(), "marmara", "7")
	assert.True(t, err == nil && p.LastSeen.Equal(r.now()), "%+v, %v", p, err)
}

// listsOne is a collection that lists one entry of a term, as that of Redis lists a bounded number.
type listsOne struct{ bff.Collection }

func (c listsOne) List(ctx context.Context, term string, limit int) ([][]byte, error) {
	return c.Collection.List(ctx, term, min(limit, 1))
}

func TestErasedPlayersAreGone(t *testing.T) {
	r := newRig(t, func(o *activity.Options) { o.Requests = listsOne{o.Requests} })
	visit := func(id, brand, uid string) {
		player := bff.Player{UID: uid, Username: "n" + uid, Email: uid + "@ornek.test"}
		r.visit(chrome, "192.0.2.7", bff.Observation{RequestID: id, Call: "user/login", Brand: brand, Player: player})
	}
	for n := range 5 {
		visit(fmt.Sprint("7-", n), "marmara", "7")
		visit(fmt.Sprint("8-", n), "marmara", "8")
	}
	visit("elsewhere", "zephyr", "7")
	for _, uid := range []string{"7", "8"} {
		noError(t, r.devices.Remember(t.Context(), "marmara", uid, iphone))
	}
	if listed, err := r.PlayerRequests(t.Context(), "marmara", "7", 10); err != nil || len(listed) != 1 {
		t.Fatalf("%d requests listed, %v; want one, so that the others are erased without being listed", len(listed), err)
	}
	for range 2 { // the second erasure finds nothing
		noError(t, r.Erase(t.Context(), "marmara", "7"))
	}
	for n := range 5 {
		assert.True(t, r.find(fmt.Sprint("7-", n)) == nil && r.find(fmt.Sprint("8-", n)) != nil,
			"request %d is found, or that of another player is not", n)
	}
	assert.NotNil(t, r.find("elsewhere"), "a request to another brand is gone")
	for uid, known := range map[string]bool{"7": false, "8": true} {
		compared, err := r.devices.IsNew(t.Context(), "marmara", uid, chrome)
		assert.True(t, err == nil && compared == known, "kinds of devices of %s are known: %v, %v", uid, compared, err)
	}
	if devices, err := r.PlayerDevices(t.Context(), "marmara", "7"); err != nil || len(devices) != 0 {
		t.Errorf("%+v, %v", devices, err)
	}
	for text, want := range map[string]int{"7": 0, "n7": 0, "7@ornek.test": 0, "8": 1, "8@ornek.test": 1} {
		got := r.search("marmara", "", text)
		assert.Len(t, got, want, "%s finds %q", text, got)
	}
}

func TestStoreDoesNotKnowIDs(t *testing.T) {
	r := newRig(t, nil)
	r.visit("", "", bff.Observation{RequestID: "a", Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7"}})
	require.NotNil(t, r.find("a"), "not recorded")
	for _, id := range []string{"a", "7", "marmara"} {
		raw, err := r.requests.Get(t.Context(), id)
		assert.True(t, raw == nil && err == nil, "the store knows %q: %q, %v", id, raw, err)
	}
}

func TestKnownDevices(t *testing.T) {
	k := newRig(t, nil).devices
	for _, step := range []struct {
		name, brand, player, agent string
		want                       bool
	}{
		{"the first login ever seen", "marmara", "7", chrome, false},
		{"the same device", "marmara", "7", chrome, false},
		{"a later version of the browser", "marmara", "7", chrome131, false},
		{"another device", "marmara", "7", iphone, true},
		{"which is known from then on", "marmara", "7", iphone, false},
		{"no User-Agent", "marmara", "7", "", true},
		{"another player's first login", "marmara", "8", iphone, false},
		{"the same player at another brand", "zephyr", "7", iphone, false},
	} {
		got, err := k.IsNew(t.Context(), step.brand, step.player, step.agent)
		assert.True(t, err == nil && got == step.want, "%s: %v, %v", step.name, got, err)
		noError(t, k.Remember(t.Context(), step.brand, step.player, step.agent))
	}
	noError(t, k.Erase(t.Context(), "marmara", "7"))
	for _, agent := range []string{chrome131, iphone, ""} {
		fresh, err := k.IsNew(t.Context(), "marmara", "7", agent)
		assert.True(t, err == nil && !fresh, "after the erasure %q is compared with a device: %v", agent, err)
	}
	for brand, player := range map[string]string{"marmara": "8", "zephyr": "7"} {
		fresh, err := k.IsNew(t.Context(), brand, player, chrome)
		assert.True(t, err == nil && fresh, "the devices of %s/%s are gone too: %v", brand, player, err)
	}
}
