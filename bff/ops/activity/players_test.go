package activity_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/activity"
)

const (
	chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 " +
		"Safari/537.36"
	chrome131 = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 " +
		"Safari/537.36"
	iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
		"Version/17.1 Mobile/15E148 Safari/604.1"
)

func (r *rig) search(p bff.Partition, text string) (uids []string) {
	r.t.Helper()
	found, err := r.Search(r.t.Context(), p, text)
	require.NoError(r.t, err)
	for _, p := range found {
		uids = append(uids, p.UID)
	}
	return uids
}

func TestPlayersAreFoundByNameUIDAndEmail(t *testing.T) {
	r := newRig(t, nil)
	r.visit(chrome, "192.0.2.7",
		bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7", Username: "İbrahim"}})
	known := bff.Player{UID: "7", Username: "İbrahim", Email: "Ibrahim@Ornek.test"}
	r.visit(chrome, "192.0.2.7", bff.Observation{Call: "user/get_user_profile", Brand: "marmara", Player: known})
	r.visit("", "", bff.Observation{
		Call: "user/login", Brand: "marmara",
		Player: bff.Player{UID: "8", Username: "ayse"},
	})
	r.visit("", "", bff.Observation{
		Call: "user/login", Brand: "marmara",
		Player: bff.Player{UID: "9", Username: "ibrahim", Partition: "marmara/w"},
	})
	for _, row := range []struct {
		partition  bff.Partition
		text, want string
	}{
		{"marmara", "İbrahim", "7"},
		{"marmara", " ibrahım ", "7"},
		{"marmara", "7", "7"},
		{"marmara", "ibrahim@ornek.test", "7"},
		{"marmara", "AYSE", "8"},
		{"marmara/w", "ibrahim", "9"},
		{"marmara", "9", ""},
		{"marmara", "ibra", ""},
		{"marmara", "", ""},
		{"zephyr", "ibrahim", ""},
	} {
		assert.Equal(t, row.want, strings.Join(r.search(row.partition, row.text), " "), "%s %q", row.partition,
			row.text)
	}
	p, err := r.Player(t.Context(), "marmara", "7")
	require.NoError(t, err)
	want := bff.PlayerProfile{
		Brand: "marmara", Partition: "marmara", UID: "7", Username: known.Username,
		Email: known.Email, LastSeen: r.Now(),
	}
	assert.Equal(t, &want, p)
	renamed := bff.Player{UID: "7", Username: "fatma", Email: "new@ornek.test"}
	r.visit("", "", bff.Observation{Call: "user/update_profile", Brand: "marmara", Player: renamed})
	for text, want := range map[string]int{
		"İbrahim": 0, "ibrahim@ornek.test": 0, "fatma": 1, "new@ornek.test": 1,
		"7": 1,
	} {
		assert.Len(t, r.search("marmara", text), want, "after a change: %s", text)
	}
}

func TestDevicesOfAPlayer(t *testing.T) {
	r := newRig(t, nil)
	ayse := bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7", Username: "ayse"}}
	begun := r.Now()
	r.visit(chrome, "192.0.2.7", ayse)
	r.Advance(time.Minute)
	r.visit(iphone, "2001:db8:4711:815::9", ayse)
	r.Close()
	r.Advance(10 * time.Minute)
	r.Log = r.open(nil) // another instance does not know when the device was first seen
	r.visit(chrome, "192.0.3.7", ayse)
	devices, err := r.PlayerDevices(t.Context(), "marmara", "7")
	require.NoError(t, err)
	require.Len(t, devices, 2)
	var got []string
	for _, d := range devices {
		got = append(got, fmt.Sprint(d.Agent, " ", d.Address, " ", d.FirstSeen.Sub(begun), " ",
			r.Now().Sub(d.LastSeen)))
	}
	assert.Equal(t, []string{
		"Chrome 120 · Windows 192.0.3.0/24 0s 0s",
		"Safari 17 · iOS 2001:db8:4711::/48 1m0s 10m0s",
	}, got)
	assert.NotEqual(t, devices[0].ID, devices[1].ID)
	r.visit(chrome, "192.0.2.7", bff.Observation{Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "8"}})
	other, err := r.PlayerDevices(t.Context(), "marmara", "8")
	require.NoError(t, err)
	require.Len(t, other, 1)
	assert.NotEqual(t, devices[0].ID, other[0].ID, "the same browser of another player")
}

func TestMostRequestsOfAPlayerChangeNothing(t *testing.T) {
	r := newRig(t, nil)
	o := bff.Observation{
		Call: "finance/check_balance", Brand: "marmara",
		Player: bff.Player{UID: "7", Username: "ayse"},
	}
	for range 20 {
		r.visit(chrome, "192.0.2.7", o)
		_ = r.search("marmara", "ayse")
	}
	r.wrote(r.players, 2) // the player and the device
	r.Advance(5 * time.Minute)
	r.visit(chrome, "192.0.2.7", o)
	p, err := r.Player(t.Context(), "marmara", "7")
	require.NoError(t, err)
	assert.Equal(t, r.Now(), p.LastSeen)
}

// listsOne is a collection that lists only one entry per term, because Redis lists a limited
// number.
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
	require.NoError(t, r.devices.Remember(t.Context(), "marmara", "7", iphone))
	require.NoError(t, r.devices.Remember(t.Context(), "marmara", "8", iphone))
	listed, err := r.Find(t.Context(), "marmara", bff.RequestSearch{Player: "7"}, 10)
	require.NoError(t, err)
	require.Len(t, listed, 1, "so that the others are erased without being listed")
	for range 2 { // the second erasure finds nothing
		require.NoError(t, r.Erase(t.Context(), "marmara", "7"))
	}
	for n := range 5 {
		assert.Nil(t, r.find(fmt.Sprint("7-", n)))
		assert.NotNil(t, r.find(fmt.Sprint("8-", n)), "another player's")
	}
	assert.NotNil(t, r.find("elsewhere"), "a request to another brand is gone")
	for uid, known := range map[string]bool{"7": false, "8": true} {
		compared, err := r.devices.IsNew(t.Context(), "marmara", uid, chrome)
		assert.True(t, err == nil && compared == known, "kinds of devices of %s are known: %v, %v", uid, compared, err)
	}
	devices, err := r.PlayerDevices(t.Context(), "marmara", "7")
	require.NoError(t, err)
	assert.Empty(t, devices)
	for text, want := range map[string]int{"7": 0, "n7": 0, "7@ornek.test": 0, "8": 1, "8@ornek.test": 1} {
		assert.Len(t, r.search("marmara", text), want, text)
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
		require.NoError(t, k.Remember(t.Context(), step.brand, step.player, step.agent))
	}
	require.NoError(t, k.Erase(t.Context(), "marmara", "7"))
	for _, agent := range []string{chrome131, iphone, ""} {
		fresh, err := k.IsNew(t.Context(), "marmara", "7", agent)
		assert.True(t, err == nil && !fresh, "after the erasure %q is compared with a device: %v", agent, err)
	}
	for brand, player := range map[string]string{"marmara": "8", "zephyr": "7"} {
		fresh, err := k.IsNew(t.Context(), brand, player, chrome)
		assert.True(t, err == nil && fresh, "the devices of %s/%s are gone too: %v", brand, player, err)
	}
}
