package world

import (
	"errors"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

func TestLogin(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		username, password string
		want               error
	}{
		{"demo", "yanlis", ErrLogin},
		{"kimse", DemoPassword, ErrLogin},
		{"pasif", DemoPassword, ErrInactive},
		{"pasif", "yanlis", ErrLogin},
		{"DEMO", DemoPassword, nil},
	} {
		if _, err := w.Login(c.username, c.password, "", ""); !errors.Is(err, c.want) {
			t.Errorf("%s/%s: %v, want %v", c.username, c.password, err, c.want)
		}
	}
	if k := login(t, w, "ikili"); len(k.Secret) <= 10 {
		t.Errorf("ikili logs in without a secret: %q", k.Secret)
	}
	first := login(t, w, "yeni")
	if !first.LastLogin.IsZero() {
		t.Errorf("the first login was preceded by one at %s", first.LastLogin)
	}
	if second := login(t, w, "yeni"); !second.LastLogin.Equal(noon) {
		t.Errorf("the second login was preceded by one at %s", second.LastLogin)
	}
}

func TestSessionsEnd(t *testing.T) {
	w := newWorld(t)
	k, other := login(t, w, "demo"), login(t, w, "zengin")
	none := func(*Player) error { return nil }
	if err := w.WithPlayer(other.UID, k.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("another player's session: %v", err)
	}
	asPlayer(t, w, k, func(p *Player) { p.EndSession(k.SID) })
	if err := w.WithPlayer(k.UID, k.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("after logging out: %v", err)
	}
	w.Advance(sessionIdle + time.Second)
	if err := w.WithPlayer(other.UID, other.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("after a day idle: %v", err)
	}
	oldest := login(t, w, "demo")
	for range maxSessions {
		login(t, w, "demo")
	}
	if err := w.WithPlayer(oldest.UID, oldest.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("the oldest of too many sessions: %v", err)
	}
	if len(w.sessions) != maxSessions {
		t.Errorf("%d sessions", len(w.sessions))
	}
}

func TestAuthenticatorLifeCycle(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		if err := p.SetFactor(FactorAuthenticator); !errors.Is(err, ErrFactor) {
			t.Errorf("an authenticator that does not exist: %v", err)
		}
		secret, _ := p.GenerateAuthenticator("Marmara")
		if p.Secret != "" {
			t.Error("an unconfirmed secret is active")
		}
		if err := p.CheckAuthenticator("000000"); !errors.Is(err, ErrCode) {
			t.Errorf("a wrong code: %v", err)
		}
		code, err := totp.GenerateCode(secret, noon)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CheckAuthenticator(code); err != nil || p.Factor != FactorAuthenticator {
			t.Errorf("a right code: %v, factor %d", err, p.Factor)
		}
	})
	if got := login(t, w, "demo"); got.Secret == "" {
		t.Error("the next login asks for no code")
	}
	code, left, err := w.AuthenticatorCode("demo")
	if err != nil || left <= 0 || left > 30*time.Second {
		t.Fatalf("code %q for %s: %v", code, left, err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if err := p.ClearAuthenticator(code); err != nil || p.Secret != "" || p.Factor != FactorNone {
			t.Errorf("clearing: %v, factor %d", err, p.Factor)
		}
	})
	if _, _, err := w.AuthenticatorCode("demo"); !errors.Is(err, ErrNoRecords) {
		t.Errorf("a code of no authenticator: %v", err)
	}
}

func TestSMSCodesAreSingleUse(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) { p.SendSMS(p.Phone) })
	code := w.Mails("+905551110101")[0].Token
	asPlayer(t, w, k, func(p *Player) {
		if err := p.CheckSMS(code); err != nil {
			t.Error(err)
		}
		if err := p.CheckSMS(code); !errors.Is(err, ErrCode) {
			t.Errorf("the code again: %v", err)
		}
		p.SendSMS(p.Phone)
	})
	w.Advance(smsLife + time.Second)
	late := w.Mails("+905551110101")[0].Token
	asPlayer(t, w, k, func(p *Player) {
		if err := p.CheckSMS(late); !errors.Is(err, ErrCode) {
			t.Errorf("a code too late: %v", err)
		}
	})
}
