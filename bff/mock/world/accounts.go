package world

import (
	"time"

	"croupier/bff"
)

// DemoPassword opens every ready account.
const DemoPassword = "Demo123"

// rolePlayer is the rid of a player without a special role.
const rolePlayer = 1

// ready is an account that every world starts with (experience.md).
type ready struct {
	profile Profile
	balance bff.MinorUnits
	bonus   bff.MinorUnits
	rid     int
	kyc     string
	active  bool
	secret  string
	past    past
	note    string
}

// past says how much a ready account has lived through.
type past struct {
	days     int // since the first deposit
	sittings int // evenings at the slots
	coupons  int
	accounts int // bank accounts
	bonuses  bool
}

// Their password and the one secret are printed in the documentation.
var readyAccounts = []ready{
	{
		profile: Profile{
			Username: "demo", FirstName: "Deniz", LastName: "Aydın", Email: "demo@ornek.test", Phone: "+905551110101",
			Birthdate: "1990-04-12", NationalID: "10000000146", Country: "TR", City: "İzmir", Address: "Kordon Boyu 12, Alsancak", SMSNews: true, EmailNews: true,
		},
		balance: 250_000, bonus: 10_000, kyc: kycVerified, active: true,
		past: past{days: 60, sittings: 14, coupons: 9, accounts: 2, bonuses: true},
		note: "the everyday player",
	},
	{ //nolint:gosec // the secret of a pretend player
		profile: Profile{
			Username: "ikili", FirstName: "İpek", LastName: "Yalın", Email: "ikili@ornek.test", Phone: "+905551110202",
			Birthdate: "1988-11-03", NationalID: "10000000214", Country: "TR", City: "Ankara", Address: "Tunalı Hilmi Caddesi 48", EmailNews: true,
		},
		balance: 125_050, kyc: kycVerified, active: true, secret: "JBSWY3DPEHPK3PXPKRUW2ZLO",
		past: past{days: 30, sittings: 5, coupons: 3, accounts: 1},
		note: "logs in with an authenticator code",
	},
	{
		profile: Profile{
			Username: "pasif", FirstName: "Cem", LastName: "Durgun", Email: "pasif@ornek.test", Phone: "+905551110303",
			Birthdate: "1979-02-27", NationalID: "10000000382", Country: "TR", City: "Bursa", Address: "Setbaşı 7",
		},
		balance: 4_200, kyc: kycPending,
		past: past{days: 200, sittings: 2},
		note: "inactive: may not log in",
	},
	{
		profile: Profile{
			Username: "yeni", FirstName: "Ada", LastName: "Yeni", Email: "yeni@ornek.test", Phone: "+905551110404",
			Birthdate: "2001-08-19", NationalID: "10000000450", Country: "TR", City: "Eskişehir", Address: "Odunpazarı 3",
		},
		kyc: kycNone, active: true,
		note: "just registered: no money, no history",
	},
	{
		profile: Profile{
			Username: "zengin", FirstName: "Kenan", LastName: "Varol", Email: "zengin@ornek.test", Phone: "+905551110505",
			Birthdate: "1971-06-30", NationalID: "10000000528", Country: "TR", City: "İstanbul", Address: "Bağdat Caddesi 301, Kadıköy", SMSNews: true, EmailNews: true,
		},
		balance: 48_765_432, bonus: 500_000, rid: 20, kyc: kycVerified, active: true,
		past: past{days: 400, sittings: 80, coupons: 60, accounts: 4, bonuses: true},
		note: "long histories, high stakes, the wider live provider list",
	},
}

// seat brings a ready account into the world with its past.
func (w *World) seat(a ready, n int) {
	p := w.join(a.profile, DemoPassword)
	p.KYC, p.Active = a.kyc, a.active
	if a.rid != 0 {
		p.RID = a.rid
	}
	if a.secret != "" {
		p.Factor, p.Secret = FactorAuthenticator, a.secret
	}
	p.live(a, stream(w.Catalogue.Seed, "past "+a.profile.Username), 1_000_000*(n+1))
	p.Bonus = a.bonus
}

// join adds a player without anything.
func (w *World) join(profile Profile, password string) *Player {
	p := &Player{
		Profile: profile, UID: playerUID(w.joined), RID: rolePlayer, KYC: kycNone, world: w,
		origin: Locale{Brand: &Brands[0], Lang: Languages[0]},
		cash:   map[favouriteMethod]bool{},
	}
	p.password = hash(p.UID, password)
	w.joined++
	w.players[p.UID] = p
	w.byUsername[Fold(p.Username)] = p
	w.order = append(w.order, p)
	return p
}

// DemoAccount describes a ready account for the control surface.
type DemoAccount struct {
	Username string
	Note     string
}

// DemoAccounts lists the accounts that every world starts with.
func DemoAccounts() []DemoAccount {
	out := make([]DemoAccount, len(readyAccounts))
	for i, a := range readyAccounts {
		out[i] = DemoAccount{a.profile.Username, a.note}
	}
	return out
}

// midnight is the start of t's day in the brand's zone.
func midnight(t time.Time) time.Time {
	y, m, d := t.In(Zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Zone)
}
