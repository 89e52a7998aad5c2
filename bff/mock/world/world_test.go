package world

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// Property tests run few sequences by default. Pass -rapid.checks for more.
func init() { _ = flag.Set("rapid.checks", "20") }

// noon is a Thursday evening in Istanbul.
var noon = time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)

// fixedClock is a constant clock. Worlds add their offset.
func fixedClock() time.Time { return noon }

// testLocale is the locale of registrations.
var testLocale = Locale{Brand: &Brands[0], Lang: "tr"}

var catalogues = map[uint64]*Catalogue{}

// catalogue returns the catalogue of a seed. All worlds of a seed share it.
func catalogue(t testing.TB, seed uint64) *Catalogue {
	t.Helper()
	if catalogues[seed] == nil {
		catalogues[seed] = NewCatalogue(seed)
	}
	return catalogues[seed]
}

func newWorld(t testing.TB) *World {
	t.Helper()
	return New(catalogue(t, 1), "test", fixedClock, double)
}

// double is a SettleFunc that pays double in even rounds.
func double(_ Game, b Bet, _ *rand.Rand) bff.MinorUnits {
	if b.Round%2 == 0 {
		return 2 * b.Stake
	}
	return 0
}

// client is a logged-in player of a world.
type client struct {
	*World
	Ticket
	t        testing.TB
	username string
}

// enter logs a player into a new world.
func enter(t testing.TB, username string) *client {
	t.Helper()
	return login(t, newWorld(t), username)
}

func login(t testing.TB, w *World, username string) *client {
	t.Helper()
	ticket, err := w.Login(username, DemoPassword, "203.0.113.9", "desktop")
	require.NoError(t, err, username)
	return &client{w, ticket, t, username}
}

// valid returns the error of a request in the session.
func (c *client) valid() error {
	_, err := c.Player(c.UID, c.SID)
	return err
}

// do runs f with the player of the session.
func (c *client) do(f func(*Player)) {
	c.t.Helper()
	p, err := c.Player(c.UID, c.SID)
	require.NoError(c.t, err)
	f(p)
}

// later advances the clock and logs the player in again, because sessions expire.
func (c *client) later(d time.Duration) {
	c.t.Helper()
	c.Advance(d)
	c.Ticket = login(c.t, c.World, c.username).Ticket
}

// Advance moves the world's clock.
func (w *World) Advance(d time.Duration) { w.SetNow(w.Now().Add(d)) }

// at sets the clock and logs the player in again.
func (c *client) at(now time.Time) {
	c.t.Helper()
	c.later(now.Sub(c.Now()))
}

// open opens a game and returns the token of its session.
func (c *client) open(g Game, demo bool) (token string) {
	c.t.Helper()
	c.do(func(p *Player) { token = c.OpenGame(g, testLocale, p, c.SID, demo) })
	return token
}

// wants reports an unexpected error.
func wants(t testing.TB, what string, err, want error) {
	t.Helper()
	assert.ErrorIs(t, err, want, what)
}

// checkBalance compares the balance with the sum of the transactions and with an amount.
func checkBalance(t testing.TB, p *Player, want bff.MinorUnits) {
	t.Helper()
	assert.Equal(t, []bff.MinorUnits{want, want}, []bff.MinorUnits{p.Balance, transactionSum(p)}, p.Username)
}

// transactionSum returns the sum of the approved transactions and the waiting withdrawals.
func transactionSum(p *Player) (sum bff.MinorUnits) {
	for _, t := range p.Transactions {
		if t.Status == StatusApproved || (t.Status == StatusWaiting && t.Category == TxWithdrawal) {
			sum += t.Amount
		}
	}
	return sum
}

func TestDemoAccounts(t *testing.T) {
	want := map[string]bff.MinorUnits{
		"demo": 250_000, "ikili": 125_050, "pasif": 4_200, "yeni": 0, "zengin": 48_765_432,
		"sinirda": 64_000, "molada": 18_000, "disarida": 35_000,
	}
	for _, p := range newWorld(t).Players() {
		checkBalance(t, p, want[p.Username])
		assert.Equal(t, p.Username == "zengin", len(p.Transactions) > 1000 && len(p.Rounds) > 800, p.Username)
		last := time.Time{}
		for _, x := range p.Transactions {
			require.True(t, x.After >= 0 && !x.At.Before(last) && !x.At.After(noon), "%s: %+v", p.Username, x)
			last = x.At
		}
		for _, a := range p.Accounts {
			assert.True(t, ValidIBAN(a.IBAN), "%s: IBAN %s", p.Username, a.IBAN)
		}
		assert.True(t, ValidNationalID(p.NationalID), "%s: national id %s", p.Username, p.NationalID)
	}
}

func TestWorldIsBounded(t *testing.T) {
	c := enter(t, "zengin")
	game := c.Catalogue.Slots[0].Game
	c.do(func(p *Player) {
		held, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000})
		require.NoError(t, err)
		for range maxGameSessions + 10 {
			c.OpenGame(game, testLocale, p, c.SID, false)
		}
		for range max(maxRounds+10, maxTransactions) {
			p.playRound(game, p.world.nextID(), 100, 50)
		}
		p.settle()
		assert.Len(t, c.Games, maxGameSessions)
		assert.Len(t, p.Rounds, maxRounds)
		assert.Len(t, p.Transactions, maxTransactions)
		assert.Same(t, held, p.Transactions[0], "a waiting withdrawal was dropped")
	})
	for i := range maxPlayers {
		n := strconv.Itoa(i)
		_, err := c.Register(testLocale,
			Registration{Profile: Profile{Username: "u" + n, Email: n + "@ornek.test"}, Password: "x"})
		require.True(t, err == nil || len(c.Order) >= maxPlayers && errors.Is(err, ErrFull), err)
	}
	assert.True(t, len(c.Order) == maxPlayers && len(c.Sent) <= maxMails, "%d players, %d mails", len(c.Order),
		len(c.Sent))
}

func TestMaskedNamesAreText(t *testing.T) {
	names := []string{masked("ışıl"), masked("şükrü62"), masked("Ömer")}
	for n := range data.Nicknames {
		names = append(names, MaskedNickname(uint64(n)))
	}
	for _, name := range names {
		assert.True(t, utf8.ValidString(name) && !strings.ContainsRune(name, utf8.RuneError), name)
		assert.Contains(t, name, "***")
	}
	assert.Equal(t, "şü***62", masked("şükrü62"))
}
