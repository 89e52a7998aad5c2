package world

import (
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

// validRegistration returns a valid registration.
func validRegistration() Registration {
	return Registration{Password: "Taze123", Profile: Profile{
		Username: "taze", FirstName: "Nil", LastName: "Taze", Email: "taze@ornek.test", Country: "TR",
		NationalID: "10000000696", Birthdate: "1999-05-14",
	}}
}

// mailed returns the token of the newest mail to an address.
func mailed(w *World, to string) string { return w.Mails(to)[0].Token }

// loginError returns the error of a login.
func loginError(w *World, username, password string) error {
	_, err := w.Login(username, password, "", "")
	return err
}

func TestSessionsEnd(t *testing.T) {
	c := enter(t, "demo")
	other := login(t, c.World, "zengin")
	foreign := client{World: c.World, Ticket: Ticket{UID: other.UID, SID: c.SID}}
	wants(t, "another player's session", foreign.valid(), ErrSession)
	c.do(func(p *Player) { p.EndSession(c.SID) })
	wants(t, "after logging out", c.valid(), ErrSession)
	c.Advance(sessionIdle + time.Second)
	wants(t, "after a day idle", other.valid(), ErrSession)
	oldest := login(t, c.World, "demo")
	for range maxSessions {
		login(t, c.World, "demo")
	}
	wants(t, "the oldest of too many sessions", oldest.valid(), ErrSession)
	assert.Len(t, c.byUsername("demo").Sessions, maxSessions)
}

func TestSMSCodes(t *testing.T) {
	c := enter(t, "demo")
	send := func() (code string) {
		c.do(func(p *Player) { p.SendSMS(p.Phone) })
		return mailed(c.World, "+905551110101")
	}
	check := func(what, code string, want error) {
		t.Helper()
		c.do(func(p *Player) { wants(t, what, p.CheckSMS(code), want) })
	}
	code := send()
	check("a right code", code, nil)
	check("the code again", code, ErrCode)
	late := send()
	c.Advance(smsLife + time.Second)
	check("a code too late", late, ErrCode)
	code = send()
	for range smsTries {
		check("a wrong code", "x"+code[1:], ErrCode)
	}
	check("the right code after too many wrong ones", code, ErrCode)
}

func TestRegistrationRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Registration)
		want   error
	}{
		"username of another account": {func(a *Registration) { a.Username = "DEMO" }, ErrUsername},
		"address of another account":  {func(a *Registration) { a.Email = "Demo@ornek.test" }, ErrEmail},
		"identity number of another account": {
			func(a *Registration) { a.NationalID = "10000000146" },
			ErrNationalIDTaken,
		},
		"identity number with wrong check digits": {
			func(a *Registration) { a.NationalID = "10000000697" },
			ErrNationalID,
		},
		"identity number with a letter": {
			func(a *Registration) { a.NationalID = "1000000069x" },
			ErrNationalID,
		},
		"foreign identity document": {func(
			a *Registration,
		) {
			a.NationalID, a.Country = "L01X00T47", "DE"
		}, nil},
		"18 tomorrow":            {func(a *Registration) { a.Birthdate = "2008-05-15" }, ErrAge},
		"18 today":               {func(a *Registration) { a.Birthdate = "2008-05-14" }, nil},
		"unknown promotion code": {func(a *Registration) { a.Promo = "YOK" }, ErrPromo},
		"known promotion code":   {func(a *Registration) { a.Promo = "hoşgeldin" }, nil},
	} {
		w, a := newWorld(t), validRegistration()
		c.change(&a)
		_, err := w.Register(testLocale, a)
		wants(t, name, err, c.want)
	}
}

func TestAccountChangesAreMailed(t *testing.T) {
	c := enter(t, "demo")
	other := login(t, c.World, "demo")
	c.do(func(p *Player) {
		to := p.Profile
		to.Email, to.Username = "yeni.adres@ornek.test", "deniz"
		wants(t, "a new name with a wrong password", p.Update(to, "yanlis"), ErrPassword)
		wants(t, "a new address and name", p.Update(to, DemoPassword), nil)
		to.Email = "ikili@ornek.test"
		wants(t, "another's address", p.Update(to, DemoPassword), ErrEmail)
		wants(t, "another's address with a wrong password", p.Update(to, ""), ErrPassword)
		to.Email = "yeni.adres@ornek.test"
		for _, taken := range []string{"+905551110202", "0555 111 02 02", "0090 (555) 111-0202"} {
			to.Phone = taken
			wants(t, "another's phone "+taken, p.Update(to, ""), ErrPhone)
		}
		to.Phone = "0555 111 01 01"
		wants(t, "one's own phone, written differently", p.Update(to, ""), nil)
		wants(t, "a wrong password", p.ChangePassword("yanlis", "Yeni456", c.SID), ErrPassword)
	})
	assert.Len(t, c.Mails("demo@ornek.test"), 1, "the old address")
	assert.Len(t, c.Mails("yeni.adres@ornek.test"), 2, "the new address, one on each change")
	c.Forgot(testLocale, "yeni.adres@ornek.test")
	reset := mailed(c.World, "yeni.adres@ornek.test")
	c.do(func(p *Player) { wants(t, "the right password", p.ChangePassword(DemoPassword, "Yeni456", c.SID), nil) })
	wants(t, "another session", other.valid(), ErrSession)
	wants(t, "the session that changed it", c.valid(), nil)
	wants(t, "a reset from before the change", c.ResetPassword(reset, "Hirsiz1"), ErrToken)
	wants(t, "the new name and password", loginError(c.World, "deniz", "Yeni456"), nil)
}

func TestMailTextsAreComplete(t *testing.T) {
	source, err := os.ReadFile("refusal.go")
	require.NoError(t, err)
	texts := catalogue(t, 1).Texts
	for _, lang := range webpage.Languages {
		for _, key := range []string{
			"confirm", "welcome", "reset", "password", "email", "username", "factor.on", "factor.off", "prize",
			"jackpot",
			"deposit.approved", "deposit.refused", "withdrawal.approved", "withdrawal.refused", "withdrawal.identity",
			"identity",
		} {
			for _, part := range []string{".subject", ".text"} {
				assert.NotEqual(t, "mail."+key+part, texts.Phrase(lang, "mail."+key+part), lang)
			}
		}
		for _, m := range regexp.MustCompile(`refusal\("([^"]+)", [^,]+, "([a-z]+)"`).FindAllStringSubmatch(
			string(source), -1) {
			r := (&Refusal{Message: m[1], Code: 400, Key: m[2]}).In(texts, lang)
			assert.True(t, r.Message != "refusal."+m[2] && (lang == "tr") == (r.Message == m[1]), "%s: %q: %q", lang,
				m[1], r.Message)
		}
	}
}
