package idempotency

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// ErrClaimLost is returned for the outcome of a claim that this process does not hold any more.
var ErrClaimLost = errors.New("idempotency claim is not held")

// Claim is a claim of this process.
type Claim struct {
	Record
	Encoded []byte // as stored; different for every claim
}

// Sequence has records, or an error at its end.
type Sequence = iter.Seq2[*Record, error]

// Backend is where the records of a Store are. Each method is atomic. Players of keys are hashed.
type Backend interface {
	// Claim writes a claim if its key is free, and returns the record that answers for the key otherwise.
	Claim(ctx context.Context, c *Claim) (existing *Record, err error)
	// Load returns the record of a key and its encoding, or nil.
	Load(ctx context.Context, key bff.IdempotencyKey) (*Record, []byte, error)
	// Replace writes r in place of a record with the encoding old, and reports whether it did. It may be repeated.
	Replace(ctx context.Context, r *Record, old []byte) (bool, error)
	// Delete deletes a claim, unless another record has replaced it.
	Delete(ctx context.Context, c *Claim) error
	// Mirror writes an outcome to this instance's own copy, if there is one. durable waits for that.
	Mirror(r *Record) (durable func(context.Context))
	// Latest returns the latest record of a key that this instance knows, or nil.
	Latest(ctx context.Context, key bff.IdempotencyKey) (*Record, error)
	// OfRequest returns the record of the call that a request claimed, or nil.
	OfRequest(ctx context.Context, requestID string) (*Record, error)
	// OfKey returns the records of a key of any player.
	OfKey(ctx context.Context, key string) ([]*Record, error)
	// Unanswered returns the records without answer that are older than before, or all if it is nil. Each sequence
	// has the newest ones first.
	Unanswered(ctx context.Context, before *bff.IdempotencyRecord) ([]Sequence, error)
}

// Options are the settings of a Store.
type Options struct {
	Now   func() time.Time
	Lease time.Duration // how long a money call may be in flight
	Index *indexkey.Key
	Log   *slog.Logger
}

// Store implements bff.IdempotencyStore (calls.md §5) with the records of a Backend.
//
// Without its backend it refuses money calls: no call is sent whose claim could not be written first. An outcome that
// the backend does not accept is an error, answers repeats on this instance from memory, and is written in the
// background.
type Store struct {
	Options
	backend    Backend
	background context.Context // ends the writes in the background

	mu      sync.Mutex
	held    map[bff.IdempotencyKey]held // claims of this instance; one per call in flight
	running sync.WaitGroup              // the goroutine that writes in the background
}

// held is a claim that is held until the backend has its outcome, so that the call is not sent again.
type held struct {
	*Claim
	fate fate
}

// fate is what became of the call of a held claim.
type fate int

const (
	inFlight  fate = iota
	unwritten      // the record of the claim has the outcome
	released       // the claim is to be deleted
)

// NewStore returns a store that writes in the background until the context ends.
func NewStore(background context.Context, b Backend, o Options) *Store {
	s := &Store{Options: o, backend: b, background: background, held: map[bff.IdempotencyKey]held{}}
	s.running.Go(s.writeInBackground)
	return s
}

// Claim implements bff.IdempotencyStore.
func (s *Store) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	// A request that is cancelled must not leave a claim behind that no instance holds.
	ctx = context.WithoutCancel(ctx)
	now := s.Now()
	c := newClaim(ctx, s.Index, key, body, now, s.Lease)
	if h, ok := s.holds(c.Key); ok && h.fate != released {
		return h.Replay(s.Index, c.Body, now) // the backend may have lost it
	} else if ok {
		if err := s.backend.Delete(ctx, h.Claim); err != nil {
			return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("release idempotency key: %w", err))
		}
		s.drop(h.Claim)
	}
	existing, err := s.backend.Claim(ctx, c)
	var reason *bff.Reason
	switch {
	case errors.As(err, &reason):
		return nil, err
	case err != nil:
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("claim idempotency key: %w", err))
	case existing != nil:
		return existing.Replay(s.Index, c.Body, s.Now())
	}
	s.hold(c, inFlight)
	return nil, nil
}

// Finish records the answer that repeats receive.
func (s *Store) Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	return s.recordOutcome(ctx, key, func(r *Record) { r.SetAnswer(s.Index, a) })
}

// MarkUnknown records that the outcome is unknown.
func (s *Store) MarkUnknown(ctx context.Context, key bff.IdempotencyKey, reason *bff.Reason) error {
	return s.recordOutcome(ctx, key, func(r *Record) { r.SetUnknown(reason) })
}

// Release deletes the claim.
func (s *Store) Release(ctx context.Context, key bff.IdempotencyKey) error {
	h, ok := s.holds(Hashed(s.Index, key))
	if !ok {
		return ErrClaimLost
	}
	return s.end(ctx, held{h.Claim, released}, 1)
}

// outcomeAttempts is how often an outcome is written while the player waits.
const outcomeAttempts = 3

func (s *Store) recordOutcome(ctx context.Context, key bff.IdempotencyKey, set func(*Record)) error {
	h, ok := s.holds(Hashed(s.Index, key))
	if !ok {
		return ErrClaimLost
	}
	c := *h.Claim
	set(&c.Record)
	durable := s.backend.Mirror(&c.Record) // while the backend writes it
	defer durable(ctx)                     // before the player sees it
	return s.end(ctx, held{&c, unwritten}, outcomeAttempts)
}

// end writes what became of a claim. If that fails, it returns an error and retries in the background.
func (s *Store) end(ctx context.Context, h held, attempts int) (err error) {
	for range attempts {
		if err = s.write(ctx, h); err == nil || errors.Is(err, ErrClaimLost) {
			s.drop(h.Claim)
			return err
		}
	}
	s.hold(h.Claim, h.fate)
	return fmt.Errorf("record outcome of idempotency key: %w", err)
}

func (s *Store) write(ctx context.Context, h held) error {
	if h.fate == released {
		return s.backend.Delete(ctx, h.Claim)
	}
	return s.writeOutcome(ctx, h.Claim)
}

// writeOutcome replaces a claim by its outcome, also if it was settled as unknown meanwhile.
func (s *Store) writeOutcome(ctx context.Context, c *Claim) error {
	written, err := s.backend.Replace(ctx, &c.Record, c.Encoded)
	if err != nil || written {
		return err
	}
	now, value, err := s.backend.Load(ctx, c.Key)
	if err != nil {
		return err
	}
	if now == nil || now.Token != c.Token || now.Answer != nil {
		return ErrClaimLost
	}
	next := c.Record
	next.Settlement, next.Revision = now.Settlement, now.Revision
	if !next.Supersedes(now) {
		return ErrClaimLost
	}
	if written, err = s.backend.Replace(ctx, &next, value); err == nil && !written {
		return ErrClaimLost
	}
	return err
}

func (s *Store) holds(key bff.IdempotencyKey) (h held, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, ok = s.held[key]
	return h, ok
}

func (s *Store) hold(c *Claim, f fate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[c.Key] = held{c, f}
}

// drop no longer holds a claim. A later one of the same key stays.
func (s *Store) drop(c *Claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[c.Key].Claim != nil && s.held[c.Key].Token == c.Token {
		delete(s.held, c.Key)
	}
}
