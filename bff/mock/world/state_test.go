package world

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/codec"
)

// Fields that cannot be encoded belong in skipped, and decodeState must restore them.
func TestAllFieldsAreEncodableOrSkipped(t *testing.T) {
	assert.NoError(t, encoding.Check(reflect.TypeFor[*World]()))
}

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
		token = p.OpenGame(c.Catalogue.Slots[0].AsGame(), &Brands[1], c.SID, "de", false)
		demo = p.OpenGame(c.Catalogue.Tables[0].AsGame(), &Brands[0], c.SID, "tr", true)
	})
	for _, at := range []string{token, demo} {
		c.book(at, func(b *BettingSession) {
			_, err := b.Stake(b.session.game.MinBet, 7, b.Now().Add(time.Minute), "red")
			wants(t, "a bet", err, nil)
		})
	}
	c.Advance(3 * time.Hour)
	return c.World
}

func encoded(t *testing.T, w *World) (State, codec.Tree) {
	t.Helper()
	s, err := w.EncodeState()
	require.NoError(t, err)
	tree, err := codec.Parse(s.Data)
	require.NoError(t, err)
	return s, tree
}

func TestDecodedWorldEqualsTheEncodedOne(t *testing.T) {
	a := usedWorld(t)
	s, tree := encoded(t, a)
	later := func() time.Time { return noon.Add(1000 * time.Hour) }
	b, err := DecodeState(a.Catalogue, "b", later, nil, s.Clock, tree, "world")
	require.NoError(t, err)
	again, _ := encoded(t, b)
	assert.True(t, string(s.Data) == string(again.Data) && s.Clock.Equal(again.Clock),
		"encoding the decoded world yields another state")
	for range 20 {
		require.True(t, a.rng.Uint64() == b.rng.Uint64() && a.dice.Uint64() == b.dice.Uint64(),
			"a random source continues differently")
	}
	for token, session := range a.games {
		got := b.games[token]
		assert.True(t, got.player == b.players[session.player.UID] && got.brand == session.brand && got.game == session.game,
			"game session %s differs", token)
	}
	for i, bet := range a.byUsername["demo"].bets {
		got := b.byUsername["demo"].bets[i]
		assert.True(t, got.session == b.games[b.gameOrder[i]] && got.Bet.Play == bet.Play, "bet %d has another session", i)
	}
	assert.True(t, b.Name == "b" && b.Catalogue == a.Catalogue, "name or catalogue are not those of DecodeState")
}

func TestInvalidStateIsRefusedByField(t *testing.T) {
	a := usedWorld(t)
	a.EachPlayer(func(p *Player) { p.Transactions, p.Rounds = nil, nil }) // a smaller state
	s, _ := encoded(t, a)
	type object = map[string]any
	player := func(tree object, i int) object { return tree["order"].([]any)[i].(object) }
	anyOf := func(o any) object {
		for _, v := range o.(object) {
			return v.(object)
		}
		return nil
	}
	for _, c := range []struct {
		name, field string
		breaks      func(tree object)
	}{
		{"an unknown field", "world.colour", func(o object) { o["colour"] = "red" }},
		{"a text for an amount", "world.order[0].Balance", func(o object) { player(o, 0)["Balance"] = "much" }},
		{"a fraction of a minor unit", "world.order[0].Balance", func(o object) { player(o, 0)["Balance"] = 1.5 }},
		{"two players of one number", "world.order[1].UID", func(o object) { player(o, 1)["UID"] = player(o, 0)["UID"] }},
		{"two players of one name", "world.order[1].Profile.Username", func(o object) {
			player(o, 1)["Profile"].(object)["Username"] = "DEMO"
		}},
		{"a null player", "world.order[0]", func(o object) { o["order"].([]any)[0] = nil }},
		{"an unknown brand", "", func(o object) { anyOf(o["games"])["brand"] = "atlantis" }},
		{"a session without a player", "", func(o object) { delete(anyOf(o["sessions"]), "player") }},
		{"a game session missing from gameOrder", "", func(o object) { o["gameOrder"] = []any{} }},
		{"an unknown reference", "", func(o object) { anyOf(o["games"])["player"] = object{"$ref": 999} }},
		{"invalid dice", "world.dice", func(o object) { o["dice"] = "six" }},
		{"a password of another length", "world.order[0].password", func(o object) { player(o, 0)["password"] = "AAAA" }},
		{"an invalid time", "", func(o object) { o["born"] = "yesterday" }},
	} {
		tree, err := codec.Parse(s.Data)
		require.NoError(t, err)
		c.breaks(tree.(object))
		_, err = DecodeState(a.Catalogue, "b", fixedClock, nil, s.Clock, tree, "world")
		var fault *codec.FieldError
		assert.True(t, errors.As(err, &fault) && fault.Field != "" && (c.field == "" || fault.Field == c.field),
			"%s: %v, want %q", c.name, err, c.field)
	}
}

func TestSizeGrowsWithTransactions(t *testing.T) {
	w := usedWorld(t)
	before := w.Size()
	p := w.byUsername["demo"]
	for range 1000 {
		p.post(TxCorrection, subFix, 1, "a method", "a note")
	}
	grown := w.Size() - before
	assert.True(t, grown >= 100_000 && grown <= 1_000_000, "1000 transactions take %d bytes", grown)
}
