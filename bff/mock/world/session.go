package world

import (
	"maps"
	"slices"
	"time"
)

// sessionIdle is the idle timeout of a session. It is longer than the BFF's own limits, so that those apply.
const sessionIdle = 24 * time.Hour

type session struct {
	UID    string
	Seen   time.Time
	Number int // sequence number of the login
}

// LoginRecord is an attempt to log in.
type LoginRecord struct {
	At      time.Time
	IP      string
	Device  string
	Success bool
}

// Ticket is the session data of a login (calls.md §3).
type Ticket struct {
	RID       int
	UID, SID  string
	Username  string
	LastLogin time.Time // zero at the first login
	Secret    string    // of the authenticator; empty if it is not the second factor
}

// Ticket returns the data of a session of the player.
func (p *Player) Ticket(sid string) Ticket {
	t := Ticket{RID: p.RID, UID: p.UID, SID: sid, Username: p.Username, LastLogin: p.LastLogin}
	if p.Factor == FactorAuthenticator {
		t.Secret = p.Secret
	}
	return t
}

// Login opens a session. It returns ErrLogin for a wrong name or password, and ErrInactive.
func (w *World) Login(username, password, ip, device string) (Ticket, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byUsername[Fold(username)]
	if p == nil {
		return Ticket{}, ErrLogin
	}
	ok := p.hasPassword(password)
	previous := filter(p.Logins, func(l LoginRecord) bool { return l.Success })
	p.Logins = appendBounded(p.Logins, maxMails, LoginRecord{At: w.now(), IP: ip, Device: device, Success: ok && p.Active})
	switch {
	case !ok:
		return Ticket{}, ErrLogin
	case !p.Active:
		return Ticket{}, ErrInactive
	}
	p.LastLogin = time.Time{}
	if len(previous) > 0 {
		p.LastLogin = previous[len(previous)-1].At
	}
	t := p.Ticket(w.token(32))
	w.Sessions[t.SID] = &session{UID: p.UID, Seen: w.now(), Number: w.nextID()}
	var own []string
	for sid, s := range w.Sessions {
		if s.UID == p.UID {
			own = append(own, sid)
		}
	}
	if len(own) > maxSessions {
		delete(w.Sessions, slices.MinFunc(own, func(a, b string) int { return w.Sessions[a].Number - w.Sessions[b].Number }))
	}
	return t, nil
}

// EndSession ends one session of the player.
func (p *Player) EndSession(sid string) {
	if s := p.world.Sessions[sid]; s != nil && s.UID == p.UID {
		delete(p.world.Sessions, sid)
	}
}

// EndSessions ends the sessions of the player but one; all for "".
func (p *Player) EndSessions(keep string) {
	maps.DeleteFunc(p.world.Sessions, func(sid string, s *session) bool { return s.UID == p.UID && sid != keep })
}

// playerOf returns the player of a session and marks the session as used.
func (w *World) playerOf(uid, sid string) (*Player, error) {
	s, p := w.Sessions[sid], w.players[uid]
	if s == nil || s.UID != uid || p == nil || !p.Active {
		return nil, ErrSession
	}
	if w.now().Sub(s.Seen) > sessionIdle {
		delete(w.Sessions, sid)
		return nil, ErrSession
	}
	s.Seen = w.now()
	return p, nil
}
