package world

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"croupier/bff/mock/codec"
)

// Whoever gives a world or a player a field that cannot be written down meets this test:
// such a field goes into derived, and thaw fills it in.
func TestEveryFieldOfAWorldIsCarriedOrDerived(t *testing.T) {
	if err := encoding.Check(reflect.TypeFor[*World]()); err != nil {
		t.Error(err)
	}
}

// lived is a world in which everything has happened that leaves a trace.
func lived(t *testing.T, now func() time.Time) *World {
	t.Helper()
	c, err := NewCatalogue(5)
	if err != nil {
		t.Fatal(err)
	}
	w := New(c, "a", now, nil)
	ticket, err := w.Login("demo", DemoPassword, "203.0.113.5", "desktop")
	if err != nil {
		t.Fatal(err)
	}
	var token, demo string
	err = w.WithPlayer(ticket.UID, ticket.SID, func(p *Player) error {
		p.SendSMS("+905551110101")
		p.GenerateAuthenticator("Marmara")
		m, _ := Method(CashDeposit, 11)
		if _, err := p.Deposit(PaymentRequest{Method: m, Amount: 20_000, Note: "note"}); err != nil {
			return err
		}
		token = p.OpenGame(c.Slots[0].AsGame(), &Brands[1], ticket.SID, "de", false)
		demo = p.OpenGame(c.Tables[0].AsGame(), &Brands[0], ticket.SID, "tr", true)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{token, demo} {
		if err := w.WithBets(at, func(b *BettingSession) error {
			_, err := b.Stake(b.session.game.MinBet, 7, b.Now().Add(time.Minute), "red")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.Advance(3 * time.Hour)
	return w
}

func standing() time.Time { return time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC) }

func written(t *testing.T, w *World) (State, codec.Tree) {
	t.Helper()
	s, err := w.EncodeState()
	if err != nil {
		t.Fatal(err)
	}
	tree, err := codec.Parse(s.Data)
	if err != nil {
		t.Fatal(err)
	}
	return s, tree
}

func TestAThawedWorldIsTheFrozenOne(t *testing.T) {
	a := lived(t, standing)
	s, tree := written(t, a)
	later := func() time.Time { return standing().Add(1000 * time.Hour) }
	b, err := DecodeState(a.Catalogue, "b", later, nil, s.Clock, tree, "world")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := written(t, b)
	if string(s.Data) != string(again.Data) || !s.Clock.Equal(again.Clock) {
		t.Error("written down again, the world is another")
	}
	for range 20 {
		if x, y := a.rng.Uint64(), b.rng.Uint64(); x != y {
			t.Fatal("the world's chances do not go on where they were")
		}
		if x, y := a.dice.Uint64(), b.dice.Uint64(); x != y {
			t.Fatal("the dice do not go on where they were")
		}
	}
	for token, seat := range a.games {
		if got := b.games[token]; got.player != b.players[seat.player.UID] || got.brand != seat.brand || got.game != seat.game {
			t.Errorf("seat %s is another", token)
		}
	}
	for i, bet := range a.byUsername["demo"].bets {
		if got := b.byUsername["demo"].bets[i]; got.session != b.games[b.gameOrder[i]] || got.Bet.Play != bet.Play {
			t.Errorf("bet %d is at another seat", i)
		}
	}
	if b.Name != "b" || b.Catalogue != a.Catalogue {
		t.Error("the world does not stand in the casino that it was thawed in")
	}
}

func TestABrokenStateIsRefusedByField(t *testing.T) {
	a := lived(t, standing)
	s, _ := written(t, a)
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
		{"a foreign field", "world.colour", func(o object) { o["colour"] = "red" }},
		{"a text for an amount", "world.order[0].Balance", func(o object) { player(o, 0)["Balance"] = "much" }},
		{"half a kuruş", "world.order[0].Balance", func(o object) { delete(player(o, 0), "Balance"); player(o, 0)["Balance"] = 1.5 }},
		{"two players of one number", "world.order[1].UID", func(o object) { player(o, 1)["UID"] = player(o, 0)["UID"] }},
		{"two players of one name", "world.order[1].Profile.Username", func(o object) {
			player(o, 1)["Profile"].(object)["Username"] = "DEMO"
		}},
		{"nobody among the players", "world.order[0]", func(o object) { o["order"].([]any)[0] = nil }},
		{"an unknown brand", "", func(o object) { anyOf(o["games"])["brand"] = "atlantis" }},
		{"a session of nobody", "", func(o object) { delete(anyOf(o["sessions"]), "player") }},
		{"a seat that is out of order", "", func(o object) { o["gameOrder"] = []any{} }},
		{"a reference to nothing", "", func(o object) { anyOf(o["games"])["player"] = object{"$ref": 999} }},
		{"dice that are none", "world.dice", func(o object) { o["dice"] = "six" }},
		{"a password of another length", "world.order[0].password", func(o object) { player(o, 0)["password"] = "AAAA" }},
		{"a time that is none", "", func(o object) { o["born"] = "yesterday" }},
	} {
		tree, err := codec.Parse(s.Data)
		if err != nil {
			t.Fatal(err)
		}
		c.breaks(tree.(object))
		_, err = DecodeState(a.Catalogue, "b", standing, nil, s.Clock, tree, "world")
		var fault *codec.FieldError
		if !errors.As(err, &fault) || fault.Field == "" || (c.field != "" && fault.Field != c.field) {
			t.Errorf("%s: %v, want %q", c.name, err, c.field)
		}
	}
}

func TestTheSizeOfAWorldGrowsWithIt(t *testing.T) {
	w := lived(t, standing)
	before := w.Size()
	p := w.byUsername["demo"]
	for range 1000 {
		p.post(TxCorrection, subFix, 1, "a method", "a note")
	}
	if grown := w.Size() - before; grown < 100_000 || grown > 1_000_000 {
		t.Errorf("1000 movements take %d bytes", grown)
	}
}
