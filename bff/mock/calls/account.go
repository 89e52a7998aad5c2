package calls

import (
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

// account are the calls about who the player is and what they did.
var account = map[string]Func{
	"user/get_user_profile": player(profile),
	"user/update_profile":   player(updateProfile),
	"user/favorites":        player(mark),
	"user/login_history":    player(loginHistory),
	"user/game_history":     player(gameHistory),
}

type userProfile struct {
	UID        string `json:"uid"`
	Username   string `json:"username"`
	FirstName  string `json:"firstname"`
	LastName   string `json:"lastname"`
	Email      string `json:"email"`
	Phone      string `json:"phone"`
	Birthdate  string `json:"birthdate"`
	NationalID string `json:"national_id"`
	Country    string `json:"country"`
	City       string `json:"city"`
	Address    string `json:"address"`
	Currency   string `json:"currency"`
	LastLogin  any    `json:"lastlogin"`
	KYC        string `json:"kyc"`
	SMSNews    bool   `json:"sms_notification"`
	EmailNews  bool   `json:"email_notification"`
}

func profile(r *Request, p *world.Player) (Reply, error) {
	return Reply{Data: userProfile{
		UID: p.UID, Username: p.Username, FirstName: p.FirstName, LastName: p.LastName, Email: p.Email,
		Phone: p.Phone, Birthdate: p.Birthdate, NationalID: masked(p.NationalID), Country: p.Country,
		City: p.City, Address: p.Address, Currency: world.Currency, LastLogin: momentOrNull(p.LastLogin),
		KYC: r.View.Proof(p), SMSNews: p.SMSNews, EmailNews: p.EmailNews,
	}}, nil
}

// masked leaves the last three characters readable.
func masked(s string) string {
	keep := min(3, len(s))
	return strings.Repeat("*", len(s)-keep) + s[len(s)-keep:]
}

func updateProfile(r *Request, p *world.Player) (Reply, error) {
	to, d := p.Profile, r.Data
	for key, field := range map[string]*string{
		"email": &to.Email, "phone": &to.Phone, "username": &to.Username, "address": &to.Address, "city": &to.City,
	} {
		if s := d.text(key); s != "" {
			*field = s
		}
	}
	for key, field := range map[string]*bool{"sms_notification": &to.SMSNews, "email_notification": &to.EmailNews} {
		if d.has(key) {
			*field = d.flag(key)
		}
	}
	if err := p.Update(to); err != nil {
		return Reply{}, err
	}
	return profile(r, p)
}

func mark(r *Request, p *world.Player) (Reply, error) {
	id, in := r.Data.number("id", 0), r.Data.text("mode") == "insert"
	c := r.catalogue()
	switch r.Data.text("type") {
	case "casino":
		if _, ok := c.Slot(id); !ok {
			return Reply{}, world.ErrNoRecords
		}
		p.Slots = world.Toggle(p.Slots, id, in)
	case "livecasino":
		if _, ok := c.Table(id); !ok {
			return Reply{}, world.ErrNoRecords
		}
		p.Tables = world.Toggle(p.Tables, id, in)
	default:
		return Reply{}, world.ErrNoRecords
	}
	return marked(in), nil
}

// marked says that a favourite was added or taken away (spec §8).
func marked(in bool) Reply {
	if in {
		return Reply{Message: "Favorilere Başarıyla Eklendi"}
	}
	return Reply{Message: "Favorilere Başarıyla Kaldırıldı"}
}

type loginRecord struct {
	CreatedAt string `json:"created_at"`
	UIP       string `json:"uip"`
	Device    string `json:"device"`
	Success   bool   `json:"success"`
}

func loginHistory(r *Request, p *world.Player) (Reply, error) {
	since := p.Now().AddDate(0, 0, -contract.AccountHistoryDays)
	recent := newestFirst(r.View.Logins(p), func(l world.LoginRecord) bool { return l.At.After(since) })
	return list(r, recent, contract.PageSize, func(l world.LoginRecord) loginRecord {
		return loginRecord{moment(l.At), l.IP, l.Device, l.Success}
	}), nil
}

type gameRound struct {
	RoundID      string         `json:"roundID"`
	GameID       int            `json:"gameID"`
	Name         string         `json:"name"`
	ProviderName string         `json:"providerName"`
	Bet          bff.MinorUnits `json:"bet"`
	Win          bff.MinorUnits `json:"win"`
	CreatedAt    string         `json:"created_at"`
}

func gameHistory(r *Request, p *world.Player) (Reply, error) {
	from, to := r.Data.window()
	kind := r.Data.text("type")
	found := newestFirst(r.View.Rounds(p), func(g world.Round) bool {
		return within(g.At, from, to) && (kind == "" || kind == g.Kind)
	})
	return list(r, found, contract.PageSize, func(g world.Round) gameRound {
		return gameRound{g.ID, g.GameID, g.Name, g.Provider, g.Bet, g.Win, moment(g.At)}
	}), nil
}
