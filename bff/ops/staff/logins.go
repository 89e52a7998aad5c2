package staff

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"croupier/bff"
	"croupier/bff/internal/sealed"
)

const (
	loginTTL  = 8 * time.Hour
	deviceTTL = 180 * 24 * time.Hour
)

// storedLogin is the record of a login under the hash of its token. A login is valid while its record exists and
// has the generation of its account.
type storedLogin struct {
	Name       string     `json:"name"`
	Generation int        `json:"generation"`
	At         time.Time  `json:"at"`
	Until      time.Time  `json:"until"`
	From       netip.Addr `json:"from,omitzero"`
	Agent      string     `json:"agent,omitempty"`
}

// logins are the logins of the accounts. The cookie has a random token, of which the store has only the hash.
type logins struct {
	records     bff.RecordStore
	revocations bff.Revocations
	devices     *sealed.Box
	now         func() time.Time
}

// begin begins a login of an account and returns its token. l holds where it comes from.
func (s *logins) begin(ctx context.Context, a *Account, l storedLogin) (token string, err error) {
	now := s.now().UTC()
	token = rand.Text()
	l.Name, l.Generation, l.At, l.Until = a.Name, a.Generation, now, now.Add(loginTTL)
	return token, s.keep(ctx, hashOf(token), l)
}

// find returns the unexpired login of a token, or false. Its account may have ended it.
func (s *logins) find(ctx context.Context, token string) (id string, l storedLogin, ok bool, err error) {
	if token == "" { // needs no store
		return "", l, false, nil
	}
	all, err := s.all(ctx)
	if err != nil {
		return "", l, false, err
	}
	id = hashOf(token)
	if l, ok = all[id]; !ok {
		return "", l, false, nil
	}
	everyone, err := s.revocations.Revoked(ctx, bff.RevocationOfEveryone)
	if err != nil {
		return "", l, false, err
	}
	return id, l, everyone[0].IsZero() || l.At.After(everyone[0]), nil
}

// all returns the unexpired logins of every account by id, and deletes the others.
func (s *logins) all(ctx context.Context) (map[string]storedLogin, error) {
	raw, err := s.records.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff logins: %w", err)
	}
	out := make(map[string]storedLogin, len(raw))
	for id, value := range raw {
		var l storedLogin
		if json.Unmarshal(value, &l) != nil || !s.now().Before(l.Until) {
			_ = s.records.Delete(ctx, id) // an expired login is invalid with its record too
			continue
		}
		out[id] = l
	}
	return out, nil
}

// of returns the valid logins of an account by id.
func (s *logins) of(ctx context.Context, a *Account) (map[string]storedLogin, error) {
	all, err := s.all(ctx)
	for id, l := range all {
		if l.Name != a.Name || l.Generation != a.Generation {
			delete(all, id)
		}
	}
	return all, err
}

func (s *logins) keep(ctx context.Context, id string, l storedLogin) error {
	raw, err := json.Marshal(l)
	if err == nil {
		err = s.records.Put(ctx, id, raw)
	}
	if err != nil {
		return fmt.Errorf("staff login: %w", err)
	}
	return nil
}

// knownDevice is the content of the cookie of a browser that has logged in. It is no login.
type knownDevice struct {
	Name  string    `json:"name"` // of the account
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
}

// newDevice returns the cookie of a browser that has logged in to an account.
func (s *logins) newDevice(name string) string {
	raw, _ := json.Marshal(knownDevice{name, rand.Text(), s.now().Add(deviceTTL)}) //nolint:errchkjson // it can be encoded
	return base64.RawURLEncoding.EncodeToString(s.devices.Seal(raw, "device"))
}

// device returns the id of a browser that has logged in to an account.
func (s *logins) device(cookie, name string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(cookie)
	if err == nil {
		raw, err = s.devices.Open(raw, "device")
	}
	var d knownDevice
	if err != nil || json.Unmarshal(raw, &d) != nil {
		return "", false
	}
	return d.ID, d.Name == name && s.now().Before(d.Until)
}

const maxAgent = 160

// shortAgent returns the first graphic characters of a User-Agent.
func shortAgent(agent string) string {
	shown := []rune(strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, agent))
	return string(shown[:min(len(shown), maxAgent)])
}
