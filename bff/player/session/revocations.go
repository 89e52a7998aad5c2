package session

import (
	"context"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
)

// Keys of revocation entries. Keys of players are hashes.
func loginRevocationKey(s *bff.Session) string { return "login/" + loginID(s.ID) }
func sessionRevocationKey(id string) string    { return "session/" + id }
func renewalKey(id string) string              { return "renewed/" + id }   // the last renewal in place
func completionKey(id string) string           { return "completed/" + id } // the completion in place
func (m *Manager) playerRevocationKey(brand, player string) string {
	return "player/" + m.ring.Load().index.Hash(indexkey.Player, brand, player)
}

// usernameRevocationKey returns the key for players of a partition with a user name in any
// spelling.
func (m *Manager) usernameRevocationKey(p bff.Partition, username string) string {
	return "username/" + m.ring.Load().index.Hash(indexkey.PlayerName, string(p), names.FoldIdentity(username))
}

// playerKeys returns the keys of entries that revoke sessions of a player by login time.
func (m *Manager) playerKeys(brand string, id bff.Identity) []string {
	keys := []string{
		m.playerRevocationKey(brand, id.Player()), m.usernameRevocationKey(bff.Partition(brand), id.Username),
		bff.RevocationOfEveryone,
	}
	if !id.Partition.IsWhole() {
		keys = append(keys, m.usernameRevocationKey(id.Partition, id.Username))
	}
	return keys
}

type revocationState struct {
	ended     bool
	rotated   bool      // replaced, but valid for the grace period
	completed bool      // the pending session was completed in place
	renewedAt time.Time // the last renewal in place
}

// err returns ReasonAnonymous for a revoked session.
func (s revocationState) err() error {
	if s.ended {
		return bff.ReasonAnonymous.WithCause(errEnded)
	}
	return nil
}

// playerKeysFrom is the index of the first player key in the result of revocationKeys.
const playerKeysFrom = 2

// revocationKeys returns the keys of the entries that may end s. They never change.
func (m *Manager) revocationKeys(s *bff.Session) []string {
	keys := append([]string{loginRevocationKey(s), sessionRevocationKey(s.ID)}, m.playerKeys(s.Brand, s.Identity)...)
	return slices.Clip(keys)
}

// revocationState reads all entries for s in one round trip. It reads the last renewal only on
// request.
func (m *Manager) revocationState(
	ctx context.Context, s *bff.Session, keys []string, withRenewal bool,
) (revocationState, error) {
	optional := len(keys)
	if s.Pending {
		keys = append(keys, completionKey(s.ID))
	}
	if withRenewal {
		keys = append(keys, renewalKey(s.ID))
	}
	at, err := m.revocations.Revoked(ctx, keys...)
	if err != nil {
		return revocationState{}, unavailable("read revocations", err)
	}
	login, session, player := at[0], at[1], slices.MaxFunc(at[playerKeysFrom:optional], time.Time.Compare)
	state := revocationState{
		rotated:   !session.IsZero(),
		ended:     !login.IsZero() || !session.IsZero() && !m.Now().Before(session) || !s.LoginAt.After(player),
		completed: s.Pending && !at[optional].IsZero(),
	}
	if withRenewal {
		state.renewedAt = at[len(at)-1]
	}
	return state, nil
}

// lastEndAll returns the last time at which all sessions of a player were ended, or the zero time.
func (m *Manager) lastEndAll(ctx context.Context, brand string, id bff.Identity) (time.Time, error) {
	at, err := m.revocations.Revoked(ctx, m.playerKeys(brand, id)...)
	if err != nil {
		return time.Time{}, unavailable("read revocations", err)
	}
	return slices.MaxFunc(at, time.Time.Compare), nil
}

// EndUsername revokes all current sessions of players with a user name, in any spelling, in a
// partition. For a whole brand, it includes the brand's testers. It does not depend on the session
// index.
func (m *Manager) EndUsername(ctx context.Context, p bff.Partition, username string) error {
	return m.endBegun(ctx, m.usernameRevocationKey(p, username), m.end)
}
