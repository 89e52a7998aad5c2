package bff

import "context"

// IdempotencyKey names one money call: the key is the player's own, so that one player can
// neither meet nor guess another's (calls.md §5).
type IdempotencyKey struct {
	Brand  string
	Player string // the platform's uid
	Key    string // the Idempotency-Key, a UUID in lower case
}

// Fingerprint is the SHA-256 of a money call's name and data in canonical form; equal
// fingerprints mean the same body.
type Fingerprint [32]byte

// IdempotencyStore remembers money calls, so that each is sent at most once (calls.md §5). A
// claimed key ends in exactly one of Finish, Unknown and Release.
type IdempotencyStore interface {
	// Claim claims key for a body before it is sent. It gives the first answer where the
	// key is known with the same body and was answered; nil where the caller has claimed
	// the key and must send. It fails with ReasonKeyReused where the key is known with another
	// body, ReasonDuplicate while the first is in flight, the OutcomeUnknown reason that
	// Unknown recorded, and ReasonUnavailable where it cannot record the claim.
	Claim(ctx context.Context, key IdempotencyKey, body Fingerprint) (first *Answer, err error)
	// Finish records the answer that repeats are given.
	Finish(ctx context.Context, key IdempotencyKey, a *Answer) error
	// MarkUnknown records that the request was sent and its outcome is not known.
	MarkUnknown(ctx context.Context, key IdempotencyKey, r *Reason) error
	// Release forgets the claim: nothing reached the platform, or the platform said that
	// it did nothing, and the same key may be sent again.
	Release(ctx context.Context, key IdempotencyKey) error
}

// Reasons of money calls beside the table's rows (calls.md §5).
var (
	ReasonKeyMissing = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_missing")
	ReasonKeyReused  = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_reused")
)
