package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/webhook"
)

const (
	sinkBatch = 100         // entries per request
	sinkClaim = time.Minute // enough to send a batch and store the position
)

// AuditSink sends the audit log to another system, at least once and in the order of each chain.
type AuditSink struct {
	Name         string
	To           config.AuditSink
	Positions    bff.SwapStore // by name
	Audit        *AuditLog
	Lag          func(links float64) // sets the number of links that the system does not have
	Failed, Lost func(n float64)     // count failed requests, and links that the log lost before

	failures int   // since the last success
	halvings int   // of the batch, after responses that it is too large
	err      error // of the last attempt
}

// sinkPosition is the stored state of a sink.
type sinkPosition struct {
	Sent  map[string]int `json:"sent"`  // the number of the last link that the system has, by chain
	Until time.Time      `json:"until"` // until then one instance sends, or all wait after a failure
}

// Poll sends the entries that the system does not have, unless another instance does.
func (s *AuditSink) Poll(ctx context.Context) {
	err := s.poll(ctx)
	switch {
	case ctx.Err() != nil:
		return
	case err != nil && s.err == nil:
		s.Audit.Log.WarnContext(ctx, "audit sink fails, Croupier retries until it has all entries", "sink", s.Name,
			"error", err)
	case err == nil && s.err != nil:
		s.Audit.Log.InfoContext(ctx, "audit sink works again", "sink", s.Name)
	}
	s.err = err
}

func (s *AuditSink) poll(ctx context.Context) error {
	at := &sinkPosition{Sent: map[string]int{}}
	all, err := s.Positions.All(ctx)
	raw := all[s.Name]
	if raw != nil {
		err = errors.Join(err, json.Unmarshal(raw, at))
	}
	ends, endsErr := s.Audit.ends(ctx, at.Sent)
	if err = errors.Join(err, endsErr); err != nil {
		return err
	}
	// Drop expired chains. A restore has reverted other chains, so send them from the start.
	maps.DeleteFunc(at.Sent, func(chain string, sent int) bool { return sent > ends[chain] })
	lag := 0
	for chain, end := range ends {
		lag += end - at.Sent[chain]
	}
	s.Lag(float64(lag))
	switch {
	case lag == 0:
		return nil
	case s.Audit.Clock().Before(at.Until):
		return s.err
	}
	isNew := raw == nil
	if raw, err = s.store(ctx, raw, at, sinkClaim); raw == nil {
		return err // another instance was faster
	}
	lost := lag
	unsent, err := s.Audit.unsent(ctx, at.Sent, ends, &lost)
	for claim := sinkClaim; claim > 0 && err == nil && raw != nil; {
		batch := unsent[:min(len(unsent), max(sinkBatch>>s.halvings, 1))]
		if err = s.send(ctx, batch); err != nil {
			s.Failed(1)
			if errors.Is(err, webhook.StatusError(http.StatusRequestEntityTooLarge)) && len(batch) > 1 {
				s.halvings++
			}
			pause := min(2*time.Second<<min(s.failures, 5), time.Minute)
			s.failures++
			_, storeErr := s.store(ctx, raw, at, pause-rand.N(pause/5)) //nolint:gosec // jitter
			return errors.Join(err, storeErr)
		}
		s.failures = 0
		if lost > 0 && !isNew { // a new sink gets the entries that the log still has
			s.Lost(float64(lost))
			s.Audit.Log.ErrorContext(ctx, "the audit log lost entries before a sink had them", "sink", s.Name,
				"links", lost)
		}
		lost = 0
		for _, p := range batch {
			at.Sent[p.Chain] = p.Number
		}
		if unsent = unsent[len(batch):]; len(unsent) == 0 {
			at.Sent, claim = ends, 0 // also links that are lost
			s.Lag(0)
		}
		raw, err = s.store(ctx, raw, at, claim)
	}
	return err
}

// store stores at with a claim if the stored position is old. It returns the stored bytes, or nil.
func (s *AuditSink) store(ctx context.Context, old []byte, at *sinkPosition, claim time.Duration) ([]byte, error) {
	at.Until = s.Audit.Clock().Add(claim)
	raw, _ := json.Marshal(at) // cannot fail
	if swapped, err := s.Positions.Swap(ctx, s.Name, old, raw); !swapped {
		return nil, err
	}
	return raw, nil
}

// ends returns the last number of each chain for a system that has the chains up to sent.
func (t *AuditLog) ends(ctx context.Context, sent map[string]int) (map[string]int, error) {
	heads, err := t.heads(ctx)
	ends := map[string]int{}
	for name, h := range heads {
		ends[name] = h.last(name)
		if p := h.Pending; p != nil { // a process may have stored the entry before it crashed
			var e Entry
			if p.Number > sent[name] && err == nil {
				e, err = t.stored(ctx, p.Entry)
			}
			if p.Number <= sent[name] || slices.ContainsFunc(e.Links, func(l Link) bool { return l.Position == *p }) {
				ends[name] = p.Number
			}
		}
	}
	return ends, err
}

// unsent returns the newest link of each entry if it is after sent and up to ends, by chain and
// number. It decreases lost by the number of links that the log still has.
func (t *AuditLog) unsent(ctx context.Context, sent, ends map[string]int, lost *int) (out []Position, err error) {
	for e, err := range t.each(ctx, "") {
		if err != nil {
			return nil, err
		}
		for i, l := range e.Links {
			if l.Number > sent[l.Chain] && l.Number <= ends[l.Chain] {
				if *lost--; i == len(e.Links)-1 {
					out = append(out, l.Position)
				}
			}
		}
		if *lost <= 0 {
			break
		}
	}
	slices.SortFunc(out, func(a, b Position) int {
		return cmp.Or(strings.Compare(a.Chain, b.Chain), a.Number-b.Number)
	})
	return out, nil
}

// stored returns the entry with an id. If it has expired, the result is empty.
func (t *AuditLog) stored(ctx context.Context, id string) (Entry, error) {
	for _, from := range []AuditStore{t.Actions, t.Refusals} {
		page, err := from.Page(ctx, id+"~", 1) // sorts after id and before later ids
		var e Entry
		if err == nil && len(page) > 0 {
			err = json.Unmarshal(page[0], &e)
		}
		if err != nil || e.ID == id {
			return e, err
		}
	}
	return Entry{}, nil
}
