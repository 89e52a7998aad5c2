package staff

import (
	"cmp"
	"context"
	"croupier/bff/internal/auditid"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"time"
)

// Entry is one line of the trail.
type Entry struct {
	ID      string          `json:"id"` // later ones sort after earlier ones
	At      time.Time       `json:"at"`
	Who     string          `json:"who"`     // the account; empty where nobody has the name that was tried
	From    netip.Addr      `json:"from"`    // empty for the command line
	Request string          `json:"request"` // the request's id
	Action  string          `json:"action"`
	Subject string          `json:"subject,omitempty"` // what it was done to
	Outcome Outcome         `json:"outcome"`
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"` // of a deed that is not done: what was asked for
}

// Outcome is what became of a deed.
type Outcome string

// The outcomes. A deed stays begun where the server ended in its midst, or where the trail
// could not be written any more once it was done.
const (
	Begun   Outcome = "begun"
	Done    Outcome = "done"
	Failed  Outcome = "failed"  // as was told; a store that fell silent may have done it all the same
	Refused Outcome = "refused" // of a login
)

// Bounds of the trail. Refusals have room of their own, so that a stranger's guesses
// never push out a deed.
var (
	DeedBounds    = AuditRetention{MaxEntries: 100_000, MaxAge: 400 * 24 * time.Hour}
	RefusalBounds = AuditRetention{MaxEntries: 20_000, MaxAge: 90 * 24 * time.Hour}
)

// AuditLog is what staff did, and who was turned away.
type AuditLog struct {
	Deeds, Refusals AuditStore
	Clock           func() time.Time
	Log             *slog.Logger
}

// Action is something that is about to be done. Its states are written as JSON; nil is none.
type Action struct {
	Action, Subject string
	Before          any
	Wanted          any // what is asked for, where that is more than the subject
}

// Do has a deed done, under a line that is durable before: where it cannot be written,
// nothing is done. The line then tells what became of it, with the state after. by has who
// does it, and from where. Whoever asked may leave: a deed that is begun is finished.
func (t *AuditLog) Do(ctx context.Context, by Entry, d Action, do func(context.Context) (after any, err error)) error {
	ctx = context.WithoutCancel(ctx)
	e := t.begin(by)
	e.Action, e.Subject, e.Outcome = d.Action, d.Subject, Begun
	var err error
	if e.Before, err = state(d.Before); err == nil {
		e.After, err = state(d.Wanted)
	}
	if err != nil {
		return err
	}
	if err := t.write(ctx, t.Deeds, &e); err != nil {
		return err
	}
	after, err := do(ctx)
	var told error
	e.Outcome = Failed
	if err == nil {
		e.Outcome = Done
		e.After, told = state(after)
	}
	if told == nil {
		told = t.write(ctx, t.Deeds, &e)
	}
	if told != nil { // the line stands, and says that it was begun
		t.Log.ErrorContext(ctx, "outcome of a deed not written", "line", e.ID, "action", e.Action, "outcome", string(e.Outcome), "error", told)
	}
	return err
}

// state writes a state as JSON; nil is none.
func state(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("staff trail: %w", err)
	}
	return raw, nil
}

// begin makes a new entry of what is known of one.
func (t *AuditLog) begin(e Entry) Entry {
	e.At = t.Clock().UTC()
	e.ID = auditid.New(e.At)
	return e
}

// write writes e down, over what its line said before.
func (t *AuditLog) write(ctx context.Context, to AuditStore, e *Entry) error {
	raw, err := json.Marshal(e)
	if err == nil {
		err = to.Put(ctx, e.ID, raw)
	}
	if err != nil {
		return fmt.Errorf("staff trail: %w", err)
	}
	return nil
}

// page gives at most limit entries, the newest first, that are older than the one named
// before; empty means the newest of all.
func (t *AuditLog) page(ctx context.Context, limit int, before string) ([]Entry, error) {
	out := []Entry{}
	for _, from := range []AuditStore{t.Deeds, t.Refusals} {
		lines, err := from.Page(ctx, before, limit)
		if err != nil {
			return nil, fmt.Errorf("staff trail: %w", err)
		}
		for _, line := range lines {
			e := Entry{Outcome: Done} // lines of before there were outcomes are of deeds done
			if err := json.Unmarshal(line, &e); err != nil {
				return nil, fmt.Errorf("staff trail: %w", err)
			}
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(b.ID, a.ID) })
	return out[:min(limit, len(out))], nil
}
