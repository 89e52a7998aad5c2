package world

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/mock/webpage"
)

// Currency is the currency of all wallets.
const Currency = "TRY"

// KYC statuses.
const (
	kycNone     = "none"
	kycPending  = "pending"
	kycVerified = "verified"
)

// DemoPassword is the password of all demo accounts.
const DemoPassword = "Demo123"

// rolePlayer is the RID of a player without a special role.
const rolePlayer = 1

// Profile is the personal data of a player.
type Profile struct {
	Username, FirstName, LastName, Email, Phone string
	Birthdate                                   string // yyyy-mm-dd
	NationalID                                  string
	Country                                     string // ISO 3166 alpha-2
	City, Address                               string
	SMSNews, EmailNews                          bool
}

// Player is an account. It must only be used while its world is locked.
type Player struct {
	Profile
	UID            string
	RID            int // role or site id
	KYC            string
	Active         bool
	LastLogin      time.Time // before the current one; zero at the first
	Balance, Bonus bff.MinorUnits

	Factor int
	Secret string // of the authenticator; empty if there is none

	Slots        []int // favourites, oldest first
	Tables       []int
	Transactions []*Transaction // oldest first
	Rounds       []Round        // oldest first
	Logins       []LoginRecord  // oldest first
	Sessions     []session      // oldest first
	Accounts     []*BankAccount
	Coupons      []*Coupon // oldest first
	Bonuses      []*Bonus

	Bets             []*openBet // oldest first
	world            *World
	Locale           Locale
	ConfirmBy        time.Time // deadline of the registration's confirmation; zero once confirmed
	VerifiedAt       time.Time // end of a running KYC check; zero if there is none
	Password         []byte    // hashed
	FavouriteMethods []methodKey
	PendingSecret    string
	SMS              smsCode
	Idempotency      []idempotencyRecord // oldest first
	Scores           []score             // in tournaments, oldest first
}

type demoAccount struct {
	Profile        Profile
	Balance, Bonus bff.MinorUnits
	RID            int
	KYC            string
	Active         bool
	Secret, Note   string
	Condition      string // see World.Condition
	Past           past
}

type past struct {
	Days, Sessions, Coupons, Accounts int
	Bonuses                           bool
}

// demo returns the account that the world started with, empty for players that have registered.
func (p *Player) demo() demoAccount {
	a, _ := find(data.Accounts, func(a demoAccount) bool { return a.Profile.Username == p.Username })
	return a
}

// DemoNote describes the special feature of a demo account.
func (p *Player) DemoNote() string { return p.demo().Note }

// Condition returns the simulated condition of a player's limits for package protection, or "" for
// the real one.
func (w *World) Condition(uid string) string {
	if p := w.byUID(uid); p != nil {
		return p.demo().Condition
	}
	return ""
}

func (w *World) addDemoAccount(a demoAccount, n int) {
	p := w.addPlayer(a.Profile, DemoPassword)
	p.KYC, p.Active, p.RID = a.KYC, a.Active, cmp.Or(a.RID, rolePlayer)
	if a.Secret != "" {
		p.Factor, p.Secret = FactorAuthenticator, a.Secret
	}
	p.generateHistory(a, newRand(w.Catalogue.Seed, "past "+a.Profile.Username), 1_000_000*(n+1))
	p.Bonus = a.Bonus
}

func (w *World) byUID(uid string) *Player {
	p, _ := find(w.Order, func(p *Player) bool { return p.UID == uid })
	return p
}

func (w *World) byUsername(name string) *Player {
	p, _ := find(w.Order, func(p *Player) bool { return Fold(p.Username) == Fold(name) })
	return p
}

func (w *World) addPlayer(profile Profile, password string) *Player {
	p := &Player{
		Profile: profile, UID: strconv.Itoa(700_100 + w.Joined*37), RID: rolePlayer, KYC: kycNone, world: w,
		Locale: Locale{Brand: &Brands[0], Lang: webpage.Languages[0]},
	}
	p.Password = hashPassword(p.UID, password)
	w.Joined++
	w.Order = append(w.Order, p)
	return p
}

// hashPassword binds a password to its player. The passwords are public, so a fast hash suffices.
func hashPassword(uid, password string) []byte {
	sum := sha256.Sum256([]byte(uid + "\x00" + password))
	return sum[:]
}

// HasDemoPassword reports whether the player has the password of the demo accounts.
func (p *Player) HasDemoPassword() bool { return p.hasPassword(DemoPassword) }

func (p *Player) hasPassword(password string) bool {
	return subtle.ConstantTimeCompare(hashPassword(p.UID, password), p.Password) == 1
}

// Toggle adds an id to a list of favourites or removes it.
func Toggle[T comparable](list []T, id T, on bool) []T {
	out := append(make([]T, 0, len(list)+1), filter(list, func(have T) bool { return have != id })...)
	if on {
		out = append(out, id)
	}
	return out
}

// Now returns the world's time.
func (p *Player) Now() time.Time { return p.world.Now() }

// Update changes the profile and mails changes of user name and address, which need the password.
func (p *Player) Update(to Profile, password string) error {
	if (to.Username != p.Username || to.Email != p.Email) && !p.hasPassword(password) {
		return ErrPassword
	}
	if err := p.world.taken(to, p); err != nil {
		return err
	}
	was := p.Profile
	p.Profile = to
	if Fold(was.Email) != Fold(to.Email) {
		// The old address gets a mail too, so that an account takeover is noticed.
		p.mailTo(was.Email, "email", securityPath, "", "email", to.Email)
		p.mailTo(to.Email, "email", securityPath, "", "email", to.Email)
	}
	if was.Username != to.Username {
		p.mail("username", securityPath, "")
	}
	return nil
}

// kycDuration is well below sessionIdle, so that a tester who skips it by moving the clock stays
// logged in.
const kycDuration = 12 * time.Hour

// startKYC starts the KYC check, which the first deposit of a player triggers.
func (p *Player) startKYC(at time.Time) {
	if p.KYC == kycNone {
		p.KYC, p.VerifiedAt = kycPending, at.Add(kycDuration)
	}
}

func (p *Player) finishKYC(now time.Time) {
	if p.KYC == kycPending && !p.VerifiedAt.IsZero() && !now.Before(p.VerifiedAt) {
		p.KYC = kycVerified
		p.mail("identity", "/profile/withdraw", "")
	}
}
