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

// ErrClaimLost is returned for the outcome of a claim that this process no longer has.
var ErrClaimLost = errors.New("this process no longer has the idempotency claim")

// Claim is a claim of this process.
type Claim struct {
	Record
	Encoded []byte // as stored, different for every claim
}

// Sequence iterates over records. An error is the last element.
type Sequence = iter.Seq2[*Record, error]

// Backend stores the records of a Store. Each method is atomic. Keys contain hashed players.
type Backend interface {
	// Claim writes a claim if its key is free. Otherwise it returns the existing record of the key.
	Claim(ctx context.Context, c *Claim) (existing *Record, err error)
	// Load returns the record of a key and its encoding, or nil.
	Load(ctx context.Context, key bff.IdempotencyKey) (*Record, []byte, error)
	// Replace replaces a record with the encoding old by r and reports success. It can be repeated.
	Replace(ctx context.Context, r *Record, old []byte) (bool, error)
	// Delete deletes a claim, unless another record has replaced it.
	Delete(ctx context.Context, c *Claim) error
	// Mirror writes an outcome to this instance's copy, if any. durable waits for the write.
	Mirror(r *Record) (durable func(context.Context))
	// Latest returns the latest record of a key that this instance knows, or nil.
	Latest(ctx context.Context, key bff.IdempotencyKey) (*Record, error)
	// OfRequest returns the record that a request claimed, or nil.
	OfRequest(ctx context.Context, requestID string) (*Record, error)
	// OfKey returns the records of a key of any player.
	OfKey(ctx context.Context, key string) ([]*Record, error)
	// Unanswered returns the records without a response that are older than before, or all such
	// records if before is nil. Each sequence returns the newest records first.
	Unanswered(ctx context.Context, before *bff.IdempotencyRecord) ([]Sequence, error)
}

// Options are the settings of a Store.
type Options struct {
	Now   func() time.Time
	Lease time.Duration // maximum duration of a money call
	Index *indexkey.Key
	Log   *slog.Logger
}

// Store implements bff.IdempotencyStore with the records of a Backend.
//
// If the backend fails, Store refuses money calls because it must write a claim before a call is
// sent. If the backend does not accept an outcome, Store returns an error, answers repeats on this
// instance from memory, and writes the outcome in the background.
type Store struct {
	Options
	backend    Backend
	background context.Context // ends the writes in the background

	mu      sync.Mutex
	held    map[bff.IdempotencyKey]held // claims of this instance without a written outcome
	running sync.WaitGroup              // the goroutine that writes in the background
}

// held is a claim that Store keeps until the backend has its outcome. It prevents a second call.
type held struct {
	*Claim
	fate fate
}

// fate is the state of a held claim.
type fate int

const (
	inFlight  fate = iota
	unwritten      // the record of the claim has an outcome to write
	released       // the claim must be deleted
)

// NewStore returns a Store that writes in the background until the context ends.
func NewStore(background context.Context, b Backend, o Options) *Store {
	s := &Store{Options: o, backend: b, background: background, held: map[bff.IdempotencyKey]held{}}
	s.running.Go(s.writeInBackground)
	return s
}

// Claim implements bff.IdempotencyStore.
func (s *Store) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	// A cancelled request must not leave a claim that no instance knows.
	ctx = context.WithoutCancel(ctx)
	now := s.Now()
	c := newClaim(ctx, s.Index, key, body, now, s.Lease)
	if h, ok := s.holds(c.Key); ok && h.fate != released {
		return h.Replay(s.Index, c.Body, now) // the backend may have lost the record
	} else if ok {
		if err := s.backend.Delete(ctx, h.Claim); err != nil {
			return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("could not release the idempotency key: %w", err))
		}
		s.drop(h.Claim)
	}
	existing, err := s.backend.Claim(ctx, c)
	var reason *bff.Reason
	switch {
	case errors.As(err, &reason):
		return nil, err
	case err != nil:
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("could not claim the idempotency key: %w", err))
	case existing != nil:
		return existing.Replay(s.Index, c.Body, s.Now())
	}
	s.hold(c, inFlight)
	return nil, nil
}

// Finish records the response for repeats.
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

// outcomeAttempts is the number of attempts to write an outcome while the player waits.
const outcomeAttempts = 3

func (s *Store) recordOutcome(ctx context.Context, key bff.IdempotencyKey, set func(*Record)) error {
	h, ok := s.holds(Hashed(s.Index, key))
	if !ok {
		return ErrClaimLost
	}
	c := *h.Claim
	set(&c.Record)
	durable := s.backend.Mirror(&c.Record) // runs concurrently with the write to the backend
	defer durable(ctx)                     // waits before the player sees the outcome
	return s.end(ctx, held{&c, unwritten}, outcomeAttempts)
}

// end writes the outcome of a claim. After a failure it retries in the background.
func (s *Store) end(ctx context.Context, h held, attempts int) (err error) {
	for range attempts {
		if err = s.write(ctx, h); err == nil || errors.Is(err, ErrClaimLost) {
			s.drop(h.Claim)
			return err
		}
	}
	s.hold(h.Claim, h.fate)
	return fmt.Errorf("could not record the outcome of the idempotency key: %w", err)
}

func (s *Store) write(ctx context.Context, h held) error {
	if h.fate == released {
		return s.backend.Delete(ctx, h.Claim)
	}
	return s.writeOutcome(ctx, h.Claim)
}

// writeOutcome replaces a claim by its outcome, even if staff have settled it meanwhile.
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

// drop removes a claim from held. It does not remove a later claim of the same key.
func (s *Store) drop(c *Claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[c.Key].Claim != nil && s.held[c.Key].Token == c.Token {
		delete(s.held, c.Key)
	}
}
