package calls

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

var loginCalls = map[string]Func{
	"user/login": func(r *Request) (Reply, error) {
		device := cmp.Or(r.Data.string("SiteType"), "desktop")
		s, err := r.World.Login(r.Data.string("username"), r.Data.string("password"), r.IP, device)
		if err != nil {
			return refuse(err)
		}
		return answer(session(r, s))
	},
	"user/register":         register,
	"user/register_confirm": func(r *Request) (Reply, error) { return refuse(r.World.Confirm(r.Data.string("token"))) },
	"user/register_resend": func(r *Request) (Reply, error) {
		r.World.ResendConfirmation(r.Locale, r.Data.string("username"))
		return Reply{}, nil
	},
	"user/forgot": func(r *Request) (Reply, error) {
		r.World.Forgot(r.Locale, r.Data.string("email"))
		return Reply{}, nil
	},
	"user/pass_reset": func(r *Request) (Reply, error) {
		if r.Data.string("password") != r.Data.string("password_confirm") {
			return refuse(world.ErrPasswordSame.About("password_confirm"))
		}
		return refuse(r.World.ResetPassword(r.Data.string("token"), r.Data.string("password")))
	},
}

var accountCalls = map[string]playerFunc{
	// The BFF renews its own session around the platform's, which stays.
	"user/refresh": func(r *Request, p *world.Player) (Reply, error) { return answer(session(r, p.Ticket(r.SID))) },
	"user/logout": func(r *Request, p *world.Player) (Reply, error) {
		p.EndSession(r.SID)
		return Reply{}, nil
	},
	"user/logout_all": func(_ *Request, p *world.Player) (Reply, error) {
		p.EndSessions("")
		return Reply{}, nil
	},
	"system/ping": func(*Request, *world.Player) (Reply, error) { return Reply{}, nil },

	"user/get_user_profile": profile,
	"user/update_profile":   updateProfile,
	"user/favorites":        setFavourite,
	"user/login_history":    loginHistory,
	"user/game_history":     gameHistory,
	"crm/list_mass_messages": func(r *Request, p *world.Player) (Reply, error) {
		return list(r, r.View.Messages(p), contract.PageSize, func(m world.Message) object {
			// Messages from before the previous login count as read.
			read := !p.LastLogin.IsZero() && m.At.Before(p.LastLogin)
			key := "message." + m.Key
			return object{
				"id": m.ID, "title": r.text(key+".title", m.Placeholders...),
				"html": r.paragraph(key+".text", m.Placeholders...), "created_at": dateTime(m.At), "read": read,
			}
		})
	},

	"user/pass_change": func(r *Request, p *world.Player) (Reply, error) {
		if r.Data.string("new_password") != r.Data.string("new_password_confirm") {
			return refuse(world.ErrPasswordSame.About("new_password_confirm"))
		}
		return refuse(p.ChangePassword(r.Data.string("password"), r.Data.string("new_password"), r.SID))
	},
	"user/two_auth_type": func(r *Request, p *world.Player) (Reply, error) {
		if r.Data.string("mode") == "set" {
			if err := p.SetFactor(r.Data.int("type", world.FactorNone)); err != nil {
				return refuse(err)
			}
		}
		return answer(object{"type": p.Factor})
	},
	"user/sms_send": func(r *Request, p *world.Player) (Reply, error) {
		lifetime := p.SendSMS(cmp.Or(r.Data.string("phone"), p.Phone))
		return answer(object{"expires": int(lifetime / time.Second)})
	},
	"user/sms_validate":  checkCode((*world.Player).CheckSMS, "code"),
	"user/check_user_ga": func(_ *Request, p *world.Player) (Reply, error) { return Reply{No: p.Secret == ""}, nil },
	"user/user_generate_ga": func(r *Request, p *world.Player) (Reply, error) {
		secret, address := p.GenerateAuthenticator(r.Brand.Name)
		return answer(object{"secret": secret, "otpauth": address})
	},
	"user/check_ga":           checkCode((*world.Player).CheckAuthenticator, "ga_code"),
	"user/clear_generated_ga": checkCode((*world.Player).ClearAuthenticator, "gacode"),
}

func checkCode(check func(*world.Player, string) error, field string) playerFunc {
	return func(r *Request, p *world.Player) (Reply, error) {
		err := check(p, r.Data.string(field))
		if errors.Is(err, world.ErrCode) {
			err = world.ErrCode.About(field)
		}
		return refuse(err)
	}
}

// session encodes a session. gtm is the UTC offset of the brand's zone in hours.
func session(r *Request, t world.Ticket) object {
	return object{
		"rid": t.RID, "uid": t.UID, "sid": t.SID, "uip": r.IP, "gtm": "3", "language": r.Lang,
		"username": t.Username, "lastlogin": dateTimeOrNull(t.LastLogin), "gasecret": t.Secret,
	}
}

func register(r *Request) (Reply, error) {
	d := r.Data
	if d.string("password") != d.string("password_confirm") {
		return refuse(world.ErrPasswordSame.About("password_confirm"))
	}
	if d.has("email_confirm") && world.Fold(d.string("email")) != world.Fold(d.string("email_confirm")) {
		return refuse(world.ErrEmailSame)
	}
	id, err := r.World.Register(r.Locale, world.Registration{
		Profile: world.Profile{
			Username: d.string("username"), FirstName: d.string("firstname"), LastName: d.string("lastname"),
			Email: d.string("email"), Phone: d.string("phone"), Birthdate: d.string("birthdate"),
			NationalID: d.string("national_id"), Country: d.string("country"), City: d.string("city"),
			Address: d.string("address"), SMSNews: d.bool("sms_notification"), EmailNews: d.bool("email_notification"),
		},
		Password: d.string("password"), Promo: d.string("promo_code"),
	})
	if err != nil {
		return refuse(err)
	}
	return Reply{Data: object{"registrationID": id}, Message: "Your registration is complete"}, nil
}

func profile(r *Request, p *world.Player) (Reply, error) {
	visible := max(0, len(p.NationalID)-3) // index of the last three characters
	return answer(object{
		"uid": p.UID, "username": p.Username, "firstname": p.FirstName, "lastname": p.LastName, "email": p.Email,
		"phone": p.Phone, "birthdate": p.Birthdate,
		"national_id": strings.Repeat("*", visible) + p.NationalID[visible:], "country": p.Country, "city": p.City,
		"address": p.Address, "currency": world.Currency, "lastlogin": dateTimeOrNull(p.LastLogin),
		"kyc": r.View.KYCStatus(p), "sms_notification": p.SMSNews, "email_notification": p.EmailNews,
	})
}

func updateProfile(r *Request, p *world.Player) (Reply, error) {
	to, d := p.Profile, r.Data
	for key, field := range map[string]*string{
		"email": &to.Email, "phone": &to.Phone, "username": &to.Username, "address": &to.Address, "city": &to.City,
	} {
		*field = cmp.Or(d.string(key), *field)
	}
	for key, field := range map[string]*bool{"sms_notification": &to.SMSNews, "email_notification": &to.EmailNews} {
		if d.has(key) {
			*field = d.bool(key)
		}
	}
	if err := p.Update(to, d.string("password")); err != nil {
		return refuse(err)
	}
	return profile(r, p)
}

func setFavourite(r *Request, p *world.Player) (Reply, error) {
	id, on, c := r.Data.int("id", 0), r.Data.string("mode") == "insert", r.catalogue()
	favourites, known := &p.Slots, false
	switch r.Data.string("type") {
	case "casino":
		_, known = c.Slot(id)
	case "livecasino":
		favourites = &p.Tables
		_, known = c.Table(id)
	}
	if !known {
		return refuse(world.ErrNoRecords)
	}
	*favourites = world.Toggle(*favourites, id, on)
	return favouriteReply(on), nil
}

func favouriteReply(on bool) Reply {
	if on {
		return Reply{Message: "Favorilere Başarıyla Eklendi"}
	}
	return Reply{Message: "Favorilere Başarıyla Kaldırıldı"}
}

func loginHistory(r *Request, p *world.Player) (Reply, error) {
	since := p.Now().AddDate(0, 0, -contract.AccountHistoryDays)
	found := newestFirst(r.View.Logins(p), func(l world.LoginRecord) bool { return l.At.After(since) })
	return list(r, found, contract.PageSize, func(l world.LoginRecord) object {
		return object{"created_at": dateTime(l.At), "uip": l.IP, "device": l.Device, "success": l.Success}
	})
}

func gameHistory(r *Request, p *world.Player) (Reply, error) {
	within, kind := r.Data.period(), r.Data.string("type")
	found := newestFirst(r.View.Rounds(p),
		func(g world.Round) bool { return within(g.At) && matches(kind, g.Game.Kind) })
	return list(r, found, contract.PageSize, func(g world.Round) object {
		return object{
			"roundID": g.ID, "gameID": g.Game.ID, "name": g.Game.Name, "providerName": g.Game.Provider, "bet": g.Bet,
			"win": g.Win, "created_at": dateTime(g.At),
		}
	})
}

func coupons(r *Request, p *world.Player) (Reply, error) {
	within, status, names := r.Data.period(), r.Data.string("status"), r.World.Catalogue
	found := newestFirst(r.View.Coupons(p),
		func(c *world.Coupon) bool { return within(c.At) && matches(status, c.Status) })
	return list(r, found, contract.PageSize, func(c *world.Coupon) object {
		return object{
			"couponID": c.ID, "created_at": dateTime(c.At), "type": c.Kind(), "stake": c.Stake,
			"odds":        bff.MinorUnits(c.Odds()),
			"possibleWin": c.PossibleWin(), "win": c.Win, "status": c.Status,
			"events": lists.Map(c.Events, func(e world.CouponEvent) object {
				return object{
					"match": e.Match, "market": names.MarketName(r.Lang, e.Market),
					"pick": names.PickName(r.Lang, e.Pick),
					"odd":  bff.MinorUnits(e.Odd), "status": e.Status, "starts_at": dateTime(e.Starts),
				}
			}),
		}
	})
}
