package world

import (
	"crypto/sha256"
	"crypto/subtle"
	"time"

	"croupier/bff"
)

// Currency is what every wallet holds.
const Currency = "TRY"

// Kinds of second factor (calls.md §2, two_auth_type).
const (
	FactorNone          = 0
	FactorSMS           = 1
	FactorAuthenticator = 2
)

// How far the proof of identity is.
const (
	kycNone     = "none"
	kycPending  = "pending"
	kycVerified = "verified"
)

// Profile is what a player tells the casino about themselves.
type Profile struct {
	Username   string
	FirstName  string
	LastName   string
	Email      string
	Phone      string
	Birthdate  string // yyyy-mm-dd
	NationalID string
	Country    string // ISO 3166 alpha-2
	City       string
	Address    string
	SMSNews    bool
	EmailNews  bool
}

// Player is an account with everything that belongs to it. It is only ever touched inside
// World.With or World.Each.
type Player struct {
	Profile
	UID       string
	RID       int // role or site id (spec §6)
	KYC       string
	Active    bool
	LastLogin time.Time // before the current one; zero at the first
	Balance   bff.MinorUnits
	Bonus     bff.MinorUnits

	Factor int
	Secret string // of the authenticator; empty where there is none

	Slots        []int // favourites, the newest last
	Tables       []int
	Transactions []*Transaction // oldest first
	Rounds       []Round        // oldest first
	Logins       []LoginRecord  // oldest first
	Accounts     []*BankAccount
	Coupons      []*Coupon // oldest first
	Bonuses      []*Bonus

	bets          []*openBet // oldest first
	world         *World
	origin        Locale
	unconfirmed   time.Time // until when a registration may be confirmed; zero once it is
	identified    time.Time // when the proof of identity that is looked at is through; zero where none is
	password      [sha256.Size]byte
	cash          map[favouriteMethod]bool
	pendingSecret string
	sms           smsCode
	deeds         []deed  // oldest first
	scores        []score // in tournaments, oldest first
}

// hash binds a password to its player. The accounts are pretend ones whose passwords are
// printed in the documentation, so a slow hash would only slow the tests.
func hash(uid, password string) [sha256.Size]byte {
	return sha256.Sum256([]byte(uid + "\x00" + password))
}

// HasDemoPassword tells whether the player's password is still that of the ready accounts.
func (p *Player) HasDemoPassword() bool { return p.knows(DemoPassword) }

func (p *Player) knows(password string) bool {
	h := hash(p.UID, password)
	return subtle.ConstantTimeCompare(h[:], p.password[:]) == 1
}

// Toggle adds an id to a list of favourites, or takes it out.
func Toggle(list []int, id int, in bool) []int {
	out := make([]int, 0, len(list)+1)
	for _, have := range list {
		if have != id {
			out = append(out, have)
		}
	}
	if in {
		out = append(out, id)
	}
	return out
}

func (p *Player) now() time.Time { return p.world.now() }

// Update changes the profile, and mails that name or address are others now. It fails with ErrUsername or ErrEmail where another player
// has the name or the address.
func (p *Player) Update(to Profile) error {
	if other := p.world.byUsername[Fold(to.Username)]; other != nil && other != p {
		return ErrUsername
	}
	if other := p.world.byEmail(to.Email); other != nil && other != p {
		return ErrEmail
	}
	was := p.Profile
	delete(p.world.byUsername, Fold(p.Username))
	p.Profile = to
	p.world.byUsername[Fold(p.Username)] = p
	if Fold(was.Email) != Fold(to.Email) {
		// The old address hears of it, too: whoever took the account over must not go unnoticed.
		p.mailTo(was.Email, "email", securityPath, "", "email", to.Email)
		p.mailTo(to.Email, "email", securityPath, "", "email", to.Email)
	}
	if was.Username != to.Username {
		p.mail("username", securityPath, "")
	}
	return nil
}

// Now is the world's time.
func (p *Player) Now() time.Time { return p.now() }
