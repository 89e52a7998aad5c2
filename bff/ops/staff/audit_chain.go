package staff

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/auditid"
)

// Position is the position of a link in a chain of hashes.
type Position struct {
	Chain  string `json:"chain"`  // the instance with a random suffix
	Number int    `json:"number"` // from 1
	Entry  string `json:"entry"`  // id
	Hash   string `json:"sha256,omitempty"`
}

// Link connects one write of an entry with the link before it. Its hash is the hexadecimal SHA-256
// of its JSON without the hash.
type Link struct {
	Position
	Content string `json:"content"` // SHA-256 of the JSON of the entry with only the links before this link
	// Previous is the link before it. The first link of a chain names the newest link of another chain.
	Previous *Position `json:"previous,omitempty"`
}

// chainHead is the end of a chain. Croupier stores it before the entry, to detect deleted entries.
type chainHead struct {
	Refusals bool      `json:"refusals,omitempty"` // the chain is in AuditLog.Refusals
	Last     *Position `json:"last,omitempty"`     // the store has this link, which may be in the chain before
	Pending  *Position `json:"pending,omitempty"`  // the store may have this link
}

// last returns the number of the last link that the store has of the chain, or 0.
func (h chainHead) last(chain string) int {
	if h.Last == nil || h.Last.Chain != chain {
		return 0
	}
	return h.Last.Number
}

// auditChain is the chain of this process in one of the stores.
type auditChain struct {
	mu   sync.Mutex
	name string // empty if the next write starts a chain
	head chainHead
}

// digest returns the hexadecimal SHA-256 of the JSON of v.
func digest(v any) string {
	raw, _ := json.Marshal(v) // cannot fail because v was decoded from JSON
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// part returns one of the stores with its retention and the chain of this process.
func (t *AuditLog) part(refusals bool) (AuditStore, bff.Retention, *auditChain) {
	if refusals {
		return t.Refusals, t.RefusalsRetention, &t.refusals
	}
	return t.Actions, t.ActionsRetention, &t.actions
}

// append adds a link to e and stores e.
func (t *AuditLog) append(ctx context.Context, e *Entry) error {
	to, retention, c := t.part(e.Outcome == Refused)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.name == "" {
		c.head.Refusals = e.Outcome == Refused
		if err := t.startChain(ctx, c, retention); err != nil {
			return err
		}
	}
	next := Link{Position: Position{Chain: c.name, Entry: e.ID}, Content: digest(e), Previous: c.head.Last}
	next.Number = c.head.last(c.name) + 1
	next.Hash = digest(next)
	if err := t.saveHead(ctx, c, &next.Position); err != nil {
		return err
	}
	e.Links = append(e.Links, next)
	raw, err := json.Marshal(e)
	if err == nil {
		err = to.Put(ctx, e.ID, raw)
	}
	if err != nil { // the store may have the link, so no other link may have its number
		c.name = ""
		return err
	}
	c.head.Last = &next.Position
	return t.saveHead(ctx, c, nil)
}

// startChain starts a chain after the newest link of all chains and deletes expired heads.
func (t *AuditLog) startChain(ctx context.Context, c *auditChain, retention bff.Retention) error {
	heads, err := t.heads(ctx)
	expired := auditid.Floor(t.Clock().Add(-retention.MaxAge - 24*time.Hour)) // an action takes less than a day
	for name, h := range heads {
		if h.Refusals != c.head.Refusals || h.Last == nil {
			continue
		}
		if c.head.Last == nil || h.Last.Entry > c.head.Last.Entry {
			c.head.Last = h.Last
		}
		if h.Last.Entry < expired && h.Pending == nil {
			err = errors.Join(err, t.Heads.Delete(ctx, name))
		}
	}
	if err == nil {
		c.name = t.NewChain()
	}
	return err
}

func (t *AuditLog) saveHead(ctx context.Context, c *auditChain, pending *Position) error {
	raw, err := json.Marshal(chainHead{c.head.Refusals, c.head.Last, pending})
	if err != nil {
		return err
	}
	return t.Heads.Put(ctx, c.name, raw)
}

// heads returns the heads of all chains by name.
func (t *AuditLog) heads(ctx context.Context) (map[string]chainHead, error) {
	all, err := t.Heads.All(ctx)
	out := map[string]chainHead{}
	for name, raw := range all {
		var h chainHead
		err = errors.Join(err, json.Unmarshal(raw, &h))
		out[name] = h
	}
	return out, err
}
