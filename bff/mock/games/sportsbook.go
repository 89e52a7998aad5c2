package games

import (
	"context"
	"errors"

	"croupier/bff"
)

// Bookmaker is the side of a Wallet that takes bets on matches. It is apart from Wallet
// because a coupon is no round: it stands on matches that everybody sees, and is the
// player's, not the session's. Every function fails with ErrNoSession for a token that is unknown
// or of another game.
type Bookmaker interface {
	// Board lists matches with their main odds.
	Board(ctx context.Context, token string, q BoardQuery) (Board, error)
	// Fixture gives a match with all its odds. It fails with ErrPicks for an unknown one.
	Fixture(ctx context.Context, token string, id int64) (Fixture, error)
	// Odds gives what tips stand at now, 0 for those that are closed. It fails with ErrPicks.
	Odds(ctx context.Context, token string, tips []Tip) ([]bff.MinorUnits, error)
	// Place stakes coupons, all or none. It fails with ErrPicks, ErrCoupons, ErrStake,
	// ErrInsufficientFunds or a *ChangedOdds; then nothing has moved. The same order sent
	// twice is placed once.
	Place(ctx context.Context, token string, o CouponOrder) (CouponList, error)
	// Coupons lists the player's coupons, the newest first.
	Coupons(ctx context.Context, token string) (CouponList, error)
	// CashOut pays an open coupon now, for what is offered, and gives it alone; asked twice, it
	// is paid once. It fails with ErrBet where the coupon is decided or none of the player's,
	// or with a *ChangedOffer where less than least is offered.
	CashOut(ctx context.Context, token string, coupon int, least bff.MinorUnits) (CouponList, error)
}

// Refusals of a Bookmaker.
var (
	ErrPicks   = errors.New("games: these picks cannot be bet on together")
	ErrCoupons = errors.New("games: too many open coupons")
)

// ChangedOdds refuses a coupon whose odds are no longer those that its player has seen. Odds
// are those of its tips now, 0 where one is closed.
type ChangedOdds struct{ Odds []bff.MinorUnits }

func (e *ChangedOdds) Error() string { return "games: the odds have changed" }

// ChangedOffer refuses to cash a coupon out for less than its player has seen. Offer is what
// is paid now, 0 where there is no offer.
type ChangedOffer struct{ Offer bff.MinorUnits }

func (e *ChangedOffer) Error() string { return "games: the offer has changed" }

// BoardQuery says which matches a board shows: those under way, those of a sport on a day
// (0 is today), or those that a text finds.
type BoardQuery struct {
	Live  bool
	Sport string
	Day   int
	Text  string
}

// Board is a list of matches.
type Board struct {
	Now     int64      `json:"now"` // milliseconds since 1970
	Terms   Terms      `json:"terms"`
	Sports  []SportSum `json:"sports"`
	Matches []Fixture  `json:"matches"` // never nil
}

// Terms are what the house bets at.
type Terms struct {
	Before   float64        `json:"before"` // returned of bets before the match, per cent
	During   float64        `json:"during"`
	MaxWin   bff.MinorUnits `json:"maxWin"`
	MaxOdds  bff.MinorUnits `json:"maxOdds"` // of a combination
	MaxPicks int            `json:"maxPicks"`
	// Of a system: its picks, and the stake of a combination.
	MaxSystem int            `json:"maxSystem"`
	MinEach   bff.MinorUnits `json:"minEach"`
}

// SportSum is a sport and how many matches of it the board's view has.
type SportSum struct {
	Key   string `json:"key"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Fixture is a match as a page shows it.
type Fixture struct {
	ID     int64  `json:"id"`
	Sport  string `json:"sport"`
	Unit   string `json:"unit"` // of the score: goals, points or sets
	League string `json:"league"`
	Home   string `json:"home"`
	Away   string `json:"away"`
	Starts int64  `json:"starts"` // milliseconds since 1970
	Stand
	Depth   int             `json:"depth"`   // how many markets there are in all
	Markets []FixtureMarket `json:"markets"` // never nil
}

// Stand is how a match stands.
type Stand struct {
	Phase  string   `json:"phase"` // soon, live, over or abandoned
	Score  [2]int   `json:"score"`
	Parts  [][2]int `json:"parts"`  // periods or sets, the running one last
	Minute int      `json:"minute"` // 0 where the match has no clock
	Pause  bool     `json:"pause"`
	Held   bool     `json:"held"` // no bets just now
}

// FixtureMarket is a question about a match.
type FixtureMarket struct {
	Key   string        `json:"key"`
	Name  string        `json:"name"`
	Picks []FixturePick `json:"picks"`
}

// FixturePick is an answer; Odd is 0 where it is closed.
type FixturePick struct {
	Key  string         `json:"key"`
	Name string         `json:"name"`
	Odd  bff.MinorUnits `json:"odd"` // hundredths, as money is
}

// Tip is a pick at the odd that its player has seen.
type Tip struct {
	Match  int64          `json:"match"`
	Market string         `json:"market"`
	Pick   string         `json:"pick"`
	Odd    bff.MinorUnits `json:"odd"`
}

// CouponOrder is one coupon of all tips, or one of each.
type CouponOrder struct {
	Key   string `json:"key"` // the page's own name for the order
	Combo bool   `json:"combo"`
	// System says how many picks a combination has, where not all make the one.
	System int            `json:"system"`
	Stake  bff.MinorUnits `json:"stake"` // of each coupon, and of each combination of a system
	Tips   []Tip          `json:"tips"`
}

// CouponList is coupons and what the player holds beside them.
type CouponList struct {
	Coupons []Coupon `json:"coupons"`
	Balances
}

// Coupon is a bet on one match or several.
type Coupon struct {
	ID          int            `json:"id"`
	Key         string         `json:"key"`
	At          int64          `json:"at"` // milliseconds since 1970, as all times
	Stake       bff.MinorUnits `json:"stake"`
	System      int            `json:"system"` // picks of a combination; 0 where all make one
	Bets        int            `json:"bets"`   // how many combinations there are
	Odds        bff.MinorUnits `json:"odds"`
	PossibleWin bff.MinorUnits `json:"possibleWin"`
	Offer       bff.MinorUnits `json:"offer"` // what it may be cashed out for now; 0 for no offer
	Win         bff.MinorUnits `json:"win"`
	Status      string         `json:"status"` // open, won, lost, void or cashed
	Events      []CouponEvent  `json:"events"`
}

// CouponEvent is a pick of a coupon and how its match stands.
type CouponEvent struct {
	MatchID int64          `json:"matchID"`
	Match   string         `json:"match"`
	Sport   string         `json:"sport"`
	Unit    string         `json:"unit"`
	Market  string         `json:"market"`
	Pick    string         `json:"pick"`
	Odd     bff.MinorUnits `json:"odd"`
	Status  string         `json:"status"`
	Starts  int64          `json:"starts"`
	Stand   Stand          `json:"stand"`
}
