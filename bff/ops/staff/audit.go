package staff

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/auditid"
)

// Entry is one entry of the audit log.
type Entry struct {
	ID      string          `json:"id"` // sorts by time
	At      time.Time       `json:"at"`
	Who     string          `json:"who"`     // the account, empty for an unknown name
	From    netip.Addr      `json:"from"`    // empty for the command line
	Request string          `json:"request"` // request id
	Action  string          `json:"action"`
	Brand   string          `json:"brand,omitempty"`   // the brand of the action or Everywhere, empty if it has none
	Subject string          `json:"subject,omitempty"` // the object of the action
	Outcome Outcome         `json:"outcome"`
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"` // the requested state if the action is not done
	Links   []Link          `json:"links,omitempty"` // one for each write, none in entries of old versions
}

// Outcome is the outcome of an action.
type Outcome string

// The outcomes. An action remains begun if the server could not record its outcome.
const (
	Begun   Outcome = "begun"
	Done    Outcome = "done"
	Failed  Outcome = "failed"  // the operation returned an error, but a store that timed out may have applied it
	Refused Outcome = "refused" // of a login
)

// Limits of the number of audit entries. Refused logins must not evict actions.
const (
	MaxActions  = 100_000
	MaxRefusals = 20_000
)

// AuditStore is a durable list of audit entries by id with a bff.Retention. Later ids are newer.
type AuditStore interface {
	// Put durably stores value as the entry id and replaces an earlier value.
	Put(ctx context.Context, id string, value []byte) error
	// Page returns at most limit entries older than the entry before, newest first. An empty before
	// starts with the newest entry.
	Page(ctx context.Context, before string, limit int) ([][]byte, error)
}

// AuditLog records the actions of staff and refused logins.
type AuditLog struct {
	Actions, Refusals                   AuditStore
	ActionsRetention, RefusalsRetention bff.Retention   // of the stores
	Heads                               bff.RecordStore // the ends of all chains
	NewChain                            func() string   // returns a unique name with the instance
	Clock                               func() time.Time
	Log                                 *slog.Logger

	actions, refusals auditChain
}

// Action is an action to record. Its states are encoded as JSON, and nil means no state.
type Action struct {
	Action, Subject string
	Brand           string // see Entry
	Before          any
	Requested       any // the requested state, nil if Action and Subject describe it
}

// Do records the action d, runs do even if ctx is cancelled, and records the outcome and the new
// state. If Do cannot record the action, it does not run do.
func (t *AuditLog) Do(
	ctx context.Context, by Entry, d Action, do func(context.Context) (any, error),
) (after any, err error) {
	ctx = context.WithoutCancel(ctx)
	e := t.newEntry(by)
	e.Action, e.Brand, e.Subject, e.Outcome = d.Action, d.Brand, d.Subject, Begun
	if err := t.write(ctx, &e, d.Before, d.Requested); err != nil {
		return nil, err
	}
	after, err = do(ctx)
	state := d.Requested
	if e.Outcome = Failed; err == nil {
		e.Outcome, state = Done, after
	}
	if err := t.write(ctx, &e, d.Before, state); err != nil { // the outcome of the entry remains begun
		t.Log.ErrorContext(ctx, "could not record the outcome of an action, its audit entry remains begun", "entry",
			e.ID, "action", e.Action, "outcome", string(e.Outcome), "error", err)
	}
	return after, err
}

func (v *visit) entry() Entry {
	return Entry{Who: v.account.Name, From: v.scope.Visitor, Request: v.scope.RequestID}
}

func (s *server) audited(c *gin.Context, v *visit, d Action,
	do func(context.Context) (after any, err error),
) (after any, err error) {
	return s.AuditLog.Do(c, v.entry(), d, do)
}

func (t *AuditLog) newEntry(e Entry) Entry {
	e.At = t.Clock().UTC()
	e.ID = auditid.New(e.At)
	return e
}

// write stores e with before, after and a new link, and replaces an entry with the same id.
func (t *AuditLog) write(ctx context.Context, e *Entry, before, after any) error {
	var stored Entry // has the values that readers decode, for example without invalid UTF-8
	raw, err := json.Marshal(struct {
		*Entry
		Before any `json:"before,omitempty"`
		After  any `json:"after,omitempty"`
	}{e, before, after})
	if err == nil {
		err = json.Unmarshal(raw, &stored)
	}
	if err == nil {
		err = t.append(ctx, &stored)
	}
	if err != nil {
		return fmt.Errorf("could not write to the audit log: %w", err)
	}
	e.Links = stored.Links
	return nil
}
