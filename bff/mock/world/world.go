package world

import (
	"math/rand/v2"
	"sync"
	"time"
)

// Bounds of a world, so that one tester cannot exhaust the memory.
const (
	maxPlayers      = 500
	maxGameSessions = 2000
	maxSessions     = 20   // per player
	maxTransactions = 5000 // per player
	maxRounds       = 5000 // per player
	maxMails        = 500
)

// World is the casino of one tester. It is safe for concurrent use.
type World struct {
	Name      string
	Catalogue *Catalogue

	settleBet SettleFunc
	base      func() time.Time
	born      time.Time
	mu        sync.Mutex
	offset    time.Duration // of the world's clock to base
	rng       *rand.Rand    // for names and tokens
	dice      *rand.Rand    // for game rounds

	players     map[string]*Player // by UID
	byUsername  map[string]*Player // by folded user name
	order       []*Player          // by registration
	sessions    map[string]*session
	games       map[string]*gameSession // by token
	gameOrder   []string                // tokens, oldest first
	mails       []Mail
	tokens      map[string]mailToken
	jackpots    map[int]jackpotChange
	jackpotWins []jackpotWin       // oldest first
	payments    []*providerPayment // oldest first
	vouchers    []string           // redeemed ones, oldest first
	lastID      int
	joined      int     // number of players so far
	long        *Player // see longHistory; nil until it is needed
}

// New returns a world with the demo accounts and their histories. Its clock starts at clock and follows it.
// settle settles the bets that become due; nil loses all bets.
func New(c *Catalogue, name string, clock func() time.Time, settle SettleFunc) *World {
	w := empty(c, name, clock, settle)
	for i, a := range data.Accounts {
		w.addDemoAccount(a, i)
	}
	return w
}

func empty(c *Catalogue, name string, clock func() time.Time, settle SettleFunc) *World {
	return &World{
		Name: name, Catalogue: c, base: clock, born: clock(), settleBet: settle,
		rng: newRand(c.Seed, "world"), dice: newRand(c.Seed, "dice"),
		players: map[string]*Player{}, byUsername: map[string]*Player{},
		sessions: map[string]*session{}, games: map[string]*gameSession{},
		tokens: map[string]mailToken{}, jackpots: map[int]jackpotChange{},
		lastID: 90_000_000,
	}
}

// Now returns the world's time.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now()
}

func (w *World) now() time.Time { return w.base().Add(w.offset) }

// Bounds of the clock. Schedules count from the epoch.
var (
	Earliest = epoch
	Latest   = time.Date(2100, time.January, 1, 0, 0, 0, 0, Zone)
)

// Advance moves the world's clock by d, which may be negative. It reports whether the result is between
// Earliest and Latest; otherwise the clock is unchanged.
func (w *World) Advance(d time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.setNow(w.now().Add(d))
}

// SetNow sets the world's clock to t, from where it continues. It reports success as Advance does.
func (w *World) SetNow(t time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.setNow(t)
}

func (w *World) setNow(t time.Time) bool {
	if t.Before(Earliest) || t.After(Latest) {
		return false
	}
	w.offset = t.Sub(w.base())
	return true
}

// WithPlayer calls f with the player of a session while holding the world's lock. f must not retain p.
// WithPlayer returns ErrSession if the session is unknown, ended or another player's, otherwise the error of f.
func (w *World) WithPlayer(uid, sid string, f func(p *Player) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.playerOf(uid, sid)
	if err != nil {
		return err
	}
	p.settle()
	return f(p)
}

// EachPlayer calls f with every player in the order of registration. f must not retain them.
func (w *World) EachPlayer(f func(p *Player)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settleAll()
	for _, p := range w.order {
		f(p)
	}
}

func (w *World) settleAll() {
	for _, p := range w.order {
		p.settle()
	}
}

// locked finds what a token names and calls f with it while holding the world's lock.
func locked[T, R any](w *World, find func(token string) (T, error), token string, f func(T) (R, error)) (result R, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	found, err := find(token)
	if err != nil {
		return result, err
	}
	return f(found)
}

// nextID returns a new record id.
func (w *World) nextID() int {
	w.lastID++
	return w.lastID
}

const tokenLetters = "abcdefghijklmnopqrstuvwxyz0123456789"

func (w *World) token(n int) string { return w.random(n, tokenLetters) }

func (w *World) random(n int, letters string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[w.rng.IntN(len(letters))]
	}
	return string(b)
}
