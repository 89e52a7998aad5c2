package world

import (
	"strconv"
	"time"
)

// sessionIdle is how long the platform keeps a session that nobody uses. It is longer
// than the BFF's own limits, so that those are what a player meets.
const sessionIdle = 24 * time.Hour

type session struct {
	player *Player
	seen   time.Time
	number int // in the order in which they were opened
}

// LoginRecord is one attempt to log in.
type LoginRecord struct {
	At      time.Time
	IP      string
	Device  string
	Success bool
}

// Ticket is what a login gives (calls.md §3).
type Ticket struct {
	RID       int
	UID, SID  string
	Username  string
	LastLogin time.Time // zero at the first login
	Secret    string    // of the authenticator, empty where there is none
}

// Login opens a session. It fails with ErrLogin for a wrong name or password and with
// ErrInactive for an account that may not play.
func (w *World) Login(username, password, ip, device string) (Ticket, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byUsername[Fold(username)]
	if p == nil {
		return Ticket{}, ErrLogin
	}
	ok := p.knows(password)
	p.Logins = append(p.Logins, LoginRecord{At: w.now(), IP: ip, Device: device, Success: ok && p.Active})
	if len(p.Logins) > maxMails {
		p.Logins = p.Logins[1:]
	}
	if !ok {
		return Ticket{}, ErrLogin
	}
	if !p.Active {
		return Ticket{}, ErrInactive
	}
	t := Ticket{
		RID: p.RID, UID: p.UID, SID: w.token(32), Username: p.Username,
		LastLogin: p.previousLogin(),
	}
	if p.Factor == FactorAuthenticator {
		t.Secret = p.Secret
	}
	p.LastLogin = t.LastLogin
	w.sessions[t.SID] = &session{player: p, seen: w.now(), number: w.nextID()}
	w.trim(p)
	return t, nil
}

// previousLogin is the last successful login but the one just recorded.
func (p *Player) previousLogin() time.Time {
	for i := len(p.Logins) - 2; i >= 0; i-- {
		if p.Logins[i].Success {
			return p.Logins[i].At
		}
	}
	return time.Time{}
}

// trim ends a player's oldest sessions beyond the bound.
func (w *World) trim(p *Player) {
	count, oldest := 0, ""
	for sid, s := range w.sessions {
		if s.player != p {
			continue
		}
		count++
		if oldest == "" || s.number < w.sessions[oldest].number {
			oldest = sid
		}
	}
	if count > maxSessions {
		delete(w.sessions, oldest)
	}
}

// EndSession ends one session of the player.
func (p *Player) EndSession(sid string) {
	if s := p.world.sessions[sid]; s != nil && s.player == p {
		delete(p.world.sessions, sid)
	}
}

// EndOtherSessions ends every session of the player but keep.
func (p *Player) EndOtherSessions(keep string) {
	for sid, s := range p.world.sessions {
		if s.player == p && sid != keep {
			delete(p.world.sessions, sid)
		}
	}
}

func (w *World) playing(uid, sid string) (*Player, error) {
	s := w.sessions[sid]
	if s == nil || s.player.UID != uid || !s.player.Active {
		return nil, ErrSession
	}
	if w.now().Sub(s.seen) > sessionIdle {
		delete(w.sessions, sid)
		return nil, ErrSession
	}
	s.seen = w.now()
	return s.player, nil
}

// playerUID numbers accounts the way the platform does.
func playerUID(n int) string { return strconv.Itoa(700_100 + n*37) }
