package telemetry

import (
	"context"
	"time"

	"croupier/bff"
)

// The interfaces that Metrics decorates. Their consumers declare and document them: package
// session TicketStore and SessionIndex, cache SharedCache, gateway IdempotencyStore and Sessions.
type (
	// TicketStore is a session.TicketStore.
	TicketStore interface {
		Put(ctx context.Context, id string, sealed []byte, until time.Time) error
		Get(ctx context.Context, id string) ([]byte, error)
		Delete(ctx context.Context, id string) error
	}

	// SessionIndex is a session.Index.
	SessionIndex interface {
		Put(ctx context.Context, key, id string, e bff.IndexedSession) error
		Delete(ctx context.Context, key, id string) error
		Get(ctx context.Context, id string) ([]byte, error)
		List(ctx context.Context, key string) (map[string][]byte, error)
		Count(ctx context.Context, kids []string) ([]int, error)
	}

	// SharedCache is a cache.SharedCache.
	SharedCache interface {
		Get(ctx context.Context, key string, scopes []string) (value []byte, generations []uint64, err error)
		Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
		Purge(ctx context.Context, scope string, after uint64) (uint64, error)
		Generations(ctx context.Context, since uint64) (map[string]uint64, error)
	}

	// IdempotencyStore is a gateway.IdempotencyStore.
	IdempotencyStore interface {
		Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (first *bff.Answer, err error)
		Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error
		MarkUnknown(ctx context.Context, key bff.IdempotencyKey, r *bff.Reason) error
		Release(ctx context.Context, key bff.IdempotencyKey) error
		Lookup(ctx context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error)
		Settlements
	}

	// Settlements is the part of staff.Payments that changes something.
	Settlements interface {
		Settle(ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error)
	}

	// Sessions is a gateway.Sessions.
	Sessions interface {
		Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error)
		OpenUser(ctx context.Context, brand *bff.Brand, u bff.SealedUser) (*bff.Session, error)
		Begin(ctx context.Context, brand *bff.Brand, in bff.NewSession) (*bff.Session, error)
		Complete(ctx context.Context, s *bff.Session) (*bff.Session, error)
		Refresh(ctx context.Context, s *bff.Session) (*bff.Session, error)
		Touch(ctx context.Context, s *bff.Session) (*bff.Session, error)
		Ended(ctx context.Context, s *bff.Session) (bool, error)
		End(ctx context.Context, s *bff.Session) error
		EndAll(ctx context.Context, brand, player string) error
		EndAllDurably(ctx context.Context, brand, player string) error
		Siblings(ctx context.Context, brand *bff.Brand, s *bff.Session) ([]bff.ActiveSession, error)
		Rename(ctx context.Context, brand *bff.Brand, s *bff.Session, username string) *bff.Session
		Token(ctx context.Context, s *bff.Session) (string, error)
		Seal(id bff.Identity) (bff.SealedUser, error)
	}
)
