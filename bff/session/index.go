package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"croupier/bff"
)

// The register has one entry for each login, under the family of its tokens: rotations
// renew it. Entries are sealed with the ring, so that a copy of the store tells nothing.

// entry is what the register keeps of a session: never its SID.
type entry struct {
	Brand     string `json:"brand"`
	Username  string `json:"username"`
	UID       string `json:"uid"`
	World     string `json:"world,omitempty"`
	Pending   bool   `json:"pending,omitempty"`
	TwoFactor bool   `json:"two_factor,omitempty"`
	LoginAt   int64  `json:"login_at"`   // Unix milliseconds
	IssuedAt  int64  `json:"issued_at"`  // Unix seconds
	ExpiresAt int64  `json:"expires_at"` // Unix seconds
	Visitor   string `json:"visitor,omitempty"`
	Agent     string `json:"agent,omitempty"`
}

// agentLength is the most characters of a User-Agent that are kept.
const agentLength = 160

// enter writes s into the register, or renews it there. A session is none the worse for
// not being in it.
func (m *Manager) enter(ctx context.Context, s *bff.Session) {
	if m.register == nil {
		return
	}
	e := entry{
		Brand: s.Brand, Username: s.Identity.Username, UID: s.Identity.UID, World: s.Identity.World, Pending: s.Pending, TwoFactor: s.TwoFactor,
		LoginAt: s.LoginAt.UnixMilli(), IssuedAt: s.IssuedAt.Unix(), ExpiresAt: s.ExpiresAt.Unix(),
	}
	if scope := bff.ScopeOf(ctx); scope != nil {
		if e.Agent = shortened(scope.Agent); scope.Visitor.IsValid() {
			e.Visitor = scope.Visitor.String()
		}
	}
	id := family(s.ID)
	sealed, err := m.ring.Load().newest(m.now()).sealEntry(id, e)
	if err == nil {
		err = m.register.Put(ctx, registerKey(s.Brand, s.Identity.Username), id, sealed, s.ExpiresAt)
	}
	if err != nil {
		m.log.WarnContext(ctx, "a session is not in the register", "brand", s.Brand, "cause", err.Error())
	}
}

// strike takes s out of the register. What stays there in spite of that is known not to
// stand when it is read.
func (m *Manager) strike(ctx context.Context, s *bff.Session) {
	if m.register == nil {
		return
	}
	if err := m.register.Delete(ctx, registerKey(s.Brand, s.Identity.Username), family(s.ID)); err != nil {
		m.log.WarnContext(ctx, "an ended session stays in the register", "brand", s.Brand, "cause", err.Error())
	}
}

// Begun gives the sessions of the brand that stand, of all players whose name is taken for
// username, the newest first. It fails with ReasonUnavailable where the store cannot be
// asked.
func (m *Manager) Active(ctx context.Context, brand *bff.Brand, username string) ([]bff.ActiveSession, error) {
	if m.register == nil {
		return nil, nil
	}
	sealed, err := m.register.List(ctx, registerKey(brand.ID, username))
	if err != nil {
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("session register: %w", err))
	}
	var out []bff.ActiveSession
	for id, raw := range sealed {
		b, err := m.openEntry(id, raw)
		if err != nil {
			continue // of a key that is gone, and so are the session's tokens
		}
		if err = m.timely(brand, &b.Session); err == nil {
			_, err = m.standing(ctx, &b.Session)
		}
		switch {
		case errors.Is(err, bff.ReasonAnonymous):
			m.strike(ctx, &b.Session)
		case err != nil:
			return nil, err
		default:
			out = append(out, *b)
		}
	}
	slices.SortFunc(out, func(a, b bff.ActiveSession) int {
		return cmp.Or(b.LoginAt.Compare(a.LoginAt), strings.Compare(a.ID, b.ID))
	})
	return out, nil
}

// Find gives the session with an id, as Begun tells it or as a token has it; nil where the
// register knows of none that has not been ended. It fails like Begun.
func (m *Manager) Find(ctx context.Context, id string) (*bff.ActiveSession, error) {
	if m.register == nil {
		return nil, nil //nolint:nilnil // as said above
	}
	id = family(id)
	raw, err := m.register.Get(ctx, id)
	if err != nil {
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("session register: %w", err))
	}
	if raw == nil {
		return nil, nil //nolint:nilnil // as said above
	}
	b, err := m.openEntry(id, raw)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // as said above
	}
	switch _, err := m.standing(ctx, &b.Session); {
	case errors.Is(err, bff.ReasonAnonymous):
		return nil, nil //nolint:nilnil // as said above
	case err != nil:
		return nil, err
	}
	return b, nil
}

// sealEntry seals an entry for its id: "kid", a point, nonce and text.
func (k *key) sealEntry(id string, e entry) ([]byte, error) {
	plain, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	head := len(k.Kid) + 1
	sealed := make([]byte, head+k.register.NonceSize(), head+k.register.NonceSize()+len(plain)+k.register.Overhead())
	copy(sealed, k.Kid+".")
	_, _ = rand.Read(sealed[head:]) // never fails, see crypto/rand
	return k.register.Seal(sealed, sealed[head:], plain, []byte(id)), nil
}

// openEntry opens an entry. Another instance may have rotated the key file already: before
// one of an unknown key is given up, the file is looked at.
func (m *Manager) openEntry(id string, sealed []byte) (*bff.ActiveSession, error) {
	b, err := m.ring.Load().openEntry(id, sealed)
	if errors.Is(err, errUnknownKey) && m.look() {
		return m.ring.Load().openEntry(id, sealed)
	}
	return b, err
}

// openEntry opens what sealEntry has sealed with any key that is still in the ring.
func (r *KeyRing) openEntry(id string, sealed []byte) (*bff.ActiveSession, error) {
	kid, rest, _ := strings.Cut(string(sealed), ".")
	k := r.byKid[kid]
	if k == nil {
		return nil, errUnknownKey
	}
	if len(rest) < k.register.NonceSize() {
		return nil, errForeign
	}
	size := k.register.NonceSize()
	plain, err := k.register.Open(nil, []byte(rest[:size]), []byte(rest[size:]), []byte(id))
	if err != nil {
		return nil, err
	}
	var e entry
	if err := json.Unmarshal(plain, &e); err != nil {
		return nil, err
	}
	return &bff.ActiveSession{
		Session: bff.Session{
			ID: id, Brand: e.Brand, Identity: bff.Identity{UID: e.UID, Username: e.Username, World: e.World},
			Pending: e.Pending, TwoFactor: e.TwoFactor, LoginAt: time.UnixMilli(e.LoginAt).UTC(),
			IssuedAt: time.Unix(e.IssuedAt, 0).UTC(), ExpiresAt: time.Unix(e.ExpiresAt, 0).UTC(),
		},
		Visitor: e.Visitor, Agent: e.Agent,
	}, nil
}

// registerKey is hashed: the store need not know who plays.
func registerKey(brand, username string) string {
	sum := sha256.Sum256(append(boundTo(brand, ""), "/"+folded(username)...))
	return hex.EncodeToString(sum[:16])
}

// folded writes alike what one player may type as the name: case, width, the spaces around
// and the four Turkish letters I do not count. Accents do, for they tell players apart;
// that guesses are counted by less is another matter.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'ı':
			return 'i'
		case '\u0307': // the dot that is left of a capital İ
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(strings.TrimSpace(name)))
}

// shortened is the beginning of a User-Agent, without what cannot be shown.
func shortened(agent string) string {
	shown := strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, agent)
	if runes := []rune(shown); len(runes) > agentLength {
		return string(runes[:agentLength]) + "…"
	}
	return shown
}
