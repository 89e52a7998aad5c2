package staff

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"
)

// storedLogin is the record of a login. A login is valid while its record exists and has the
// generation of its account.
type storedLogin struct {
	Name       string     `json:"name"`
	Generation int        `json:"generation"`
	At         time.Time  `json:"at"`
	Until      time.Time  `json:"until"`
	From       netip.Addr `json:"from,omitzero"`
	Agent      string     `json:"agent,omitempty"`
}

// maxAgent is the maximum number of characters stored of a User-Agent.
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

// all returns the unexpired logins of every account by id, and deletes the others.
func (t *tokens) all(ctx context.Context) (map[string]storedLogin, error) {
	raw, err := t.logins.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff logins: %w", err)
	}
	out := make(map[string]storedLogin, len(raw))
	for id, value := range raw {
		var l storedLogin
		if json.Unmarshal(value, &l) != nil || !t.now().Before(l.Until) {
			_ = t.logins.Delete(ctx, id) // an expired login is invalid with its record too
			continue
		}
		out[id] = l
	}
	return out, nil
}

// loginsOf returns the valid logins of an account by id.
func (t *tokens) loginsOf(ctx context.Context, a *Account) (map[string]storedLogin, error) {
	all, err := t.all(ctx)
	for id, l := range all {
		if l.Name != a.Name || l.Generation != a.Generation {
			delete(all, id)
		}
	}
	return all, err
}

// keep stores the record of a login.
func (t *tokens) keep(ctx context.Context, id string, l storedLogin) error {
	raw, err := json.Marshal(l)
	if err == nil {
		err = t.logins.Put(ctx, id, raw)
	}
	if err != nil {
		return fmt.Errorf("staff login: %w", err)
	}
	return nil
}
