package world

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// validRegistration returns a valid registration.
func validRegistration() Registration {
	return Registration{Password: "Taze123", Profile: Profile{
		Username: "taze", FirstName: "Nil", LastName: "Taze", Email: "taze@ornek.test", Country: "TR",
		NationalID: "10000000696", Birthdate: "1999-05-14",
	}}
}

func TestRegistrationRefusals(t *testing.T) {
	if !ValidNationalID(validRegistration().NationalID) {
		t.Fatalf("%s is no identity number", validRegistration().NationalID)
	}
	for name, c := range map[string]struct {
		change func(*Registration)
		want   error
	}{
		"identity number of another account":      {func(a *Registration) { a.NationalID = "10000000146" }, ErrNationalIDTaken},
		"identity number with wrong check digits": {func(a *Registration) { a.NationalID = "10000000697" }, ErrNationalID},
		"identity number with a letter":           {func(a *Registration) { a.NationalID = "1000000069x" }, ErrNationalID},
		"foreign identity document":               {func(a *Registration) { a.NationalID, a.Country = "L01X00T47", "DE" }, nil},
		"18 tomorrow":                             {func(a *Registration) { a.Birthdate = "2008-05-15" }, ErrAge},
		"18 today":                                {func(a *Registration) { a.Birthdate = "2008-05-14" }, nil},
		"unknown promotion code":                  {func(a *Registration) { a.Promo = "YOK" }, ErrPromo},
		"known promotion code":                    {func(a *Registration) { a.Promo = "hoşgeldin" }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w, a := newWorld(t), validRegistration()
			c.change(&a)
			if _, err := w.Register(testLocale, a); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestUnconfirmedRegistrationExpires(t *testing.T) {
	w := newWorld(t)
	if _, err := w.Register(testLocale, validRegistration()); err != nil {
		t.Fatal(err)
	}
	old := w.Mails("taze@ornek.test")[0].Token
	w.Advance(mailTokenLife + time.Second)
	if err := w.Confirm(old); !errors.Is(err, ErrToken) {
		t.Errorf("a day late: %v", err)
	}
	if _, err := w.Register(testLocale, validRegistration()); err != nil {
		t.Errorf("the same once more: %v", err)
	}
	again := w.Mails("taze@ornek.test")[0].Token
	w.Forgot(testLocale, "taze@ornek.test")
	if err := w.Confirm(again); !errors.Is(err, ErrToken) {
		t.Errorf("a confirmation that was mailed anew: %v", err)
	}
	if err := w.Confirm(w.Mails("taze@ornek.test")[0].Token); err != nil {
		t.Errorf("the newest confirmation: %v", err)
	}
	if _, err := w.Login("taze", "Taze123", "", ""); err != nil {
		t.Error(err)
	}
}

func TestMailsUseTheLocaleAndLinkToTheSite(t *testing.T) {
	texts := catalogue(t, 1).Texts
	for _, lang := range Languages {
		w := newWorld(t)
		at := Locale{Brand: &Brands[2], Lang: lang}
		a := validRegistration()
		a.Birthdate = "1970-01-01"
		if _, err := w.Register(at, a); err != nil {
			t.Fatal(err)
		}
		w.Forgot(at, "demo@ornek.test")
		confirm, reset := w.Mails("taze@ornek.test")[0], w.Mails("demo@ornek.test")[0]
		if confirm.Link != "/register-account-confirm?token="+confirm.Token || reset.Link != "/account_reset?token="+reset.Token {
			t.Errorf("%s: %q and %q", lang, confirm.Link, reset.Link)
		}
		for key, m := range map[string]Mail{"confirm": confirm, "reset": reset} {
			if m.Subject != texts.Phrase(lang, "mail."+key+".subject", "site", "Pera") || !strings.Contains(m.Text, m.Link) || strings.Contains(m.Text, "{") {
				t.Errorf("%s: %+v", lang, m)
			}
		}
	}
}

func TestMailTextsAreComplete(t *testing.T) {
	texts := catalogue(t, 1).Texts
	for _, lang := range Languages {
		for _, key := range []string{
			"confirm", "welcome", "reset", "password", "email", "username", "factor.on", "factor.off", "prize", "jackpot",
			"deposit.approved", "deposit.refused", "withdrawal.approved", "withdrawal.refused", "withdrawal.identity",
			"identity",
		} {
			for _, part := range []string{".subject", ".text"} {
				if key := "mail." + key + part; texts.Phrase(lang, key) == key {
					t.Errorf("%s has no %s", lang, key)
				}
			}
		}
		for message, key := range refusalKeys {
			r := (&Refusal{Message: message, Code: 400}).In(texts, lang)
			if r.Message == "refusal."+key || (lang == "tr") != (r.Message == message) {
				t.Errorf("%s: %q is %q", lang, message, r.Message)
			}
		}
	}
}

func TestAccountChangesAreMailed(t *testing.T) {
	w := newWorld(t)
	k, other := login(t, w, "demo"), login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		to := p.Profile
		to.Email, to.Username = "yeni.adres@ornek.test", "deniz"
		if err := p.Update(to); err != nil {
			t.Fatal(err)
		}
		to.Email = "ikili@ornek.test"
		if err := p.Update(to); !errors.Is(err, ErrEmail) {
			t.Errorf("another's address: %v", err)
		}
		for _, taken := range []string{"+905551110202", "0555 111 02 02", "0090 (555) 111-0202"} {
			to.Email, to.Phone = "yeni.adres@ornek.test", taken
			if err := p.Update(to); !errors.Is(err, ErrPhone) {
				t.Errorf("another's phone %s: %v", taken, err)
			}
		}
		to.Phone = "0555 111 01 01"
		if err := p.Update(to); err != nil {
			t.Errorf("one's own phone, written differently: %v", err)
		}
		if err := p.ChangePassword("yanlis", "Yeni456", k.SID); !errors.Is(err, ErrPassword) {
			t.Errorf("a wrong password: %v", err)
		}
	})
	if n := len(w.Mails("demo@ornek.test")); n != 1 {
		t.Errorf("the old address has %d mails", n)
	}
	if n := len(w.Mails("yeni.adres@ornek.test")); n != 2 {
		t.Errorf("the new address has %d mails, want one on each change", n)
	}
	w.Forgot(testLocale, "yeni.adres@ornek.test")
	reset := w.Mails("yeni.adres@ornek.test")[0].Token
	asPlayer(t, w, k, func(p *Player) {
		if err := p.ChangePassword(DemoPassword, "Yeni456", k.SID); err != nil {
			t.Error(err)
		}
	})
	none := func(*Player) error { return nil }
	if err := w.WithPlayer(other.UID, other.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("another session: %v", err)
	}
	if err := w.WithPlayer(k.UID, k.SID, none); err != nil {
		t.Errorf("the session that changed it: %v", err)
	}
	if err := w.ResetPassword(reset, "Hirsiz1"); !errors.Is(err, ErrToken) {
		t.Errorf("a reset from before the change: %v", err)
	}
	if _, err := w.Login("deniz", "Yeni456", "", ""); err != nil {
		t.Errorf("the new name and password: %v", err)
	}
}

func TestSMSCodeAllowsFewTries(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) { p.SendSMS(p.Phone) })
	code := w.Mails("+905551110101")[0].Token
	asPlayer(t, w, k, func(p *Player) {
		for range smsTries {
			if err := p.CheckSMS("x" + code[1:]); !errors.Is(err, ErrCode) {
				t.Error(err)
			}
		}
		if err := p.CheckSMS(code); !errors.Is(err, ErrCode) {
			t.Errorf("the right code after too many wrong ones: %v", err)
		}
	})
}
