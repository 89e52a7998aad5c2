package world

import (
	"cmp"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// usedWorld returns a world with all kinds of state.
func usedWorld(t *testing.T) *World {
	t.Helper()
	c := login(t, New(catalogue(t, 5), "a", fixedClock, nil), "demo")
	var token, demo string
	c.do(func(p *Player) {
		p.SendSMS("+905551110101")
		p.GenerateAuthenticator("Marmara")
		_, err := p.Deposit(PaymentRequest{Method: in(t, 11), Amount: 20_000, Note: "note"})
		wants(t, "a deposit", err, nil)
		token = c.OpenGame(c.Catalogue.Slots[0].Game, Locale{&Brands[1], "de"}, p, c.SID, false)
		demo = c.OpenGame(c.Catalogue.Tables[0].Game, testLocale, p, c.SID, true)
	})
	for _, at := range []string{token, demo} {
		c.book(at, func(b *BettingSession) {
			_, err := b.Stake(b.session.Game.MinBet, 7, b.Now().Add(time.Minute), "red")
			wants(t, "a bet", err, nil)
		})
	}
	c.Advance(3 * time.Hour)
	c.Players() // settles them
	return c.World
}

func encoded(t *testing.T, w *World) []byte {
	t.Helper()
	s, err := w.EncodeState()
	require.NoError(t, err)
	return s
}

func TestDecodedWorldEqualsTheEncodedOne(t *testing.T) {
	a := usedWorld(t)
	s := encoded(t, a)
	later := func() time.Time { return noon.Add(1000 * time.Hour) }
	b, err := DecodeState(a.Catalogue, "b", later, nil, a.Now(), s, "world")
	require.NoError(t, err)
	again := encoded(t, b)
	assert.Equal(t, string(s), string(again))
	assert.WithinDuration(t, a.Now(), b.Now(), 0)
	for range 20 {
		require.Equal(t, []uint64{a.RNG.Uint64(), a.Dice.Uint64()}, []uint64{b.RNG.Uint64(), b.Dice.Uint64()})
	}
	for i := range a.Games {
		assert.Equal(t, a.Games[i].UID, b.Games[i].UID)
	}
	assert.True(t, b.Name == "b" && b.Catalogue == a.Catalogue, "DecodeState returned another name or catalogue")
}

func TestInvalidStateIsRefusedByField(t *testing.T) {
	a := usedWorld(t)
	for _, p := range a.Players() { // a smaller state
		p.Transactions, p.Rounds = nil, nil
	}
	s := encoded(t, a)
	type object = map[string]any
	player := func(tree object, i int) object { return tree["Order"].([]any)[i].(object) }
	anyOf := func(o any) object { return o.([]any)[0].(object) }
	for _, c := range []struct {
		name, field string
		breaks      func(tree object)
	}{
		{"a text for an amount", "world.Order[0].Balance", func(o object) { player(o, 0)["Balance"] = "much" }},
		{
			"two players of one number", "world.Order[1].UID",
			func(o object) { player(o, 1)["UID"] = player(o, 0)["UID"] },
		},
		{"two players of one name", "world.Order[1].Username", func(o object) {
			player(o, 1)["Username"] = "DEMO"
		}},
		{"a null player", "world", func(o object) { o["Order"].([]any)[0] = nil }},
		{"an unknown brand", "", func(o object) { anyOf(o["Games"])["Locale"].(object)["Brand"] = "atlantis" }},
		{"a game session without a player", "", func(o object) { delete(anyOf(o["Games"]), "UID") }},
	} {
		var tree object
		require.NoError(t, json.Unmarshal(s, &tree))
		c.breaks(tree)
		raw, err := json.Marshal(tree)
		require.NoError(t, err)
		_, err = DecodeState(a.Catalogue, "b", fixedClock, nil, a.Now(), raw, "world")
		var fault *FieldError
		require.ErrorAs(t, err, &fault, c.name)
		assert.NotEmpty(t, fault.Field, c.name)
		assert.Equal(t, cmp.Or(c.field, fault.Field), fault.Field, c.name)
	}
}
