package world

import (
	"math/rand/v2"
	"sync"
	"time"
)

// Bounds of one world, so that no tester can fill the memory of all.
const (
	maxPlayers      = 500
	maxSeats        = 2000
	maxSessions     = 20   // of one player
	maxTransactions = 5000 // of one player; the oldest go first
	maxRounds       = 5000
	maxMails        = 500
)

// World is one tester's casino. It is safe for concurrent use; everything that changes
// lies behind one lock, because every call is short.
type World struct {
	Name      string
	Catalogue *Catalogue

	decide SettleFunc
	base   func() time.Time
	born   time.Time
	mu     sync.Mutex
	offset time.Duration // how far the world's clock was moved
	rng    *rand.Rand    // names and tokens
	dice   *rand.Rand    // what games are settled with

	players    map[string]*Player // by uid
	byUsername map[string]*Player // by folded user name
	order      []*Player          // as they joined
	sessions   map[string]*session
	seats      map[string]*seat
	seatOrder  []string // oldest first
	mails      []Mail
	tokens     map[string]mailToken
	pots       map[int]pot  // by jackpot
	news       []jackpotWin // oldest first
	slips      []*slip      // oldest first
	vouchers   []string     // spent ones, oldest first
	lastID     int
	joined     int // players ever
}

// New seeds a world: the ready accounts with their histories up to now. clock is the time
// that the world's own clock starts from and runs with; decide settles the bets that fall
// due, nil loses them all.
func New(c *Catalogue, name string, clock func() time.Time, decide SettleFunc) *World {
	w := empty(c, name, clock, decide)
	for i, a := range readyAccounts {
		w.seat(a, i)
	}
	return w
}

// empty is a world without anybody in it.
func empty(c *Catalogue, name string, clock func() time.Time, decide SettleFunc) *World {
	return &World{
		Name: name, Catalogue: c, base: clock, born: clock(), decide: decide,
		rng: stream(c.Seed, "world"), dice: stream(c.Seed, "dice"),
		players: map[string]*Player{}, byUsername: map[string]*Player{},
		sessions: map[string]*session{}, seats: map[string]*seat{},
		tokens: map[string]mailToken{}, pots: map[int]pot{},
		lastID: 90_000_000,
	}
}

// Now is the world's time.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now()
}

func (w *World) now() time.Time { return w.base().Add(w.offset) }

// The clock stays between these times: the world's cycles are counted from the epoch, and no
// test of a casino is about another century.
var (
	Earliest = epoch
	Latest   = time.Date(2100, time.January, 1, 0, 0, 0, 0, Zone)
)

// Advance moves the world's clock by d, which may be negative. Where that would leave Earliest
// and Latest it is false, and nothing has moved.
func (w *World) Advance(d time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.setNow(w.now().Add(d))
}

// SetNow moves the world's clock to t; it runs on from there. It is false as Advance is.
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

// WithPlayer runs f on the player of a session, alone in the world. p must not be kept. It fails
// with ErrSession for a session that is unknown, ended or another player's, otherwise with
// what f returns.
func (w *World) WithPlayer(uid, sid string, f func(p *Player) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.playing(uid, sid)
	if err != nil {
		return err
	}
	p.settle()
	return f(p)
}

// EachPlayer shows every player, in the order in which they joined. The players must not be kept.
func (w *World) EachPlayer(f func(p *Player)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.order {
		p.settle()
		f(p)
	}
}

// nextID numbers records; each world counts for itself.
func (w *World) nextID() int {
	w.lastID++
	return w.lastID
}

const tokenLetters = "abcdefghijklmnopqrstuvwxyz0123456789"

// token gives n random letters and digits of the world's own sequence.
func (w *World) token(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = tokenLetters[w.rng.IntN(len(tokenLetters))]
	}
	return string(b)
}
