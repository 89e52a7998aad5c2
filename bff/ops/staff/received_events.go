package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/webhook"
)

// EventStore remembers events for a time. Add stores a value like Put, unless there is one.
type EventStore interface {
	bff.TicketStore
	Add(ctx context.Context, id string, value []byte, until time.Time) (added bool, err error)
}

const (
	maxCalls   = 50
	maxAhead   = 5 * time.Minute // of a sender's clock
	claimLease = time.Minute     // the time to apply an event
	claimDone  = "done"          // the value of a claim after the event was applied
)

// eventType is a type of events. Croupier remembers its events for a time.
type eventType struct {
	fields   []string // of data, besides brand
	remember time.Duration
	apply    func(*server, *gin.Context, *visit, *receivedEvent) error
}

const playerBlocked = "player.blocked"

var eventTypes = map[string]eventType{
	"content.changed": {[]string{"calls"}, 24 * time.Hour, (*server).purgeByEvent},
	"balance.changed": {[]string{"uid", "username"}, time.Hour, refreshing(false)}, // the most frequent type
	"payment.settled": {[]string{"uid", "username"}, 24 * time.Hour, refreshing(true)},
	playerBlocked:     {[]string{"uid", "reason"}, 24 * time.Hour, (*server).blockByEvent},
	"session.ended":   {[]string{"uid"}, 24 * time.Hour, (*server).endByEvent},
}

// receivedEvent is an event of another system. It has no state that Croupier trusts, so applying it
// twice is harmless.
type receivedEvent struct {
	id, kind, sender      string
	at                    time.Time
	brand                 *bff.Brand
	calls                 []string
	uid, username, reason string
}

// receiveEvent applies an event of another system.
func (s *server) receiveEvent(c *gin.Context, v *visit) (any, error) {
	e, outcome := &receivedEvent{}, "refused"
	err := s.readEvent(c, v, e)
	if err == nil {
		if outcome, err = s.applyOnce(c, v, e); err != nil {
			outcome = "failed"
		}
	}
	s.CountEvent(cmp.Or(e.kind, "unknown"), outcome)
	return map[string]string{"outcome": outcome}, err
}

// sender returns the name of a token or of the system that signed a body, as in the audit log, and
// the brands about which it may send events.
func (s *server) sender(c *gin.Context, v *visit, body []byte) (name string, brands []string, err error) {
	if v.account.Name != "" { // the request has a token
		return v.account.Name, slices.Collect(maps.Keys(v.account.Roles)), nil
	}
	for name, one := range s.Senders() {
		if webhook.IsSigned(body, c.Request.Header, one.Secrets) {
			return "event:" + name, one.Brands, nil
		}
	}
	return "", nil, s.refuseMachine(c, v, Entry{Action: "event"}, wrongSignature, ReasonSignature)
}

// readEvent authenticates the sender of an event and decodes the event.
func (s *server) readEvent(c *gin.Context, v *visit, e *receivedEvent) error {
	body, err := readBody(c, maxBody)
	if err != nil {
		return err
	}
	var brands []string
	if e.sender, brands, err = s.sender(c, v, body); err != nil {
		return err
	}
	if after, ok := s.Limiter.Allow(c, bff.LimitKey{Rule: bff.LimitSender, Subject: e.sender}); !ok {
		return bff.ReasonRateLimited.WithRetryAfter(after)
	}
	e.id = c.GetHeader(webhook.HeaderID)
	var kind string
	var data json.RawMessage
	_, err = decodeFields(body, map[string]any{"type": &kind, "timestamp": &e.at, "data": &data}, false)
	known, ok := eventTypes[kind]
	switch {
	case err != nil:
		return err
	case !ok:
		return fault("type", "enum", "allowed", strings.Join(slices.Sorted(maps.Keys(eventTypes)), ", "))
	case e.at.IsZero():
		return fault("timestamp", "required")
	case e.at.Sub(s.Clock()) > maxAhead: // later events would be outdated
		return fault("timestamp", "other")
	case data == nil:
		return fault("data", "required")
	case e.id == "":
		return fault(webhook.HeaderID, "required")
	}
	e.kind = kind
	err = s.readEventData(data, known.fields, brands, e)
	if r := (*bff.Reason)(nil); errors.As(err, &r) && r.Fault != nil {
		r.Fault.Field = "data." + r.Fault.Field
	}
	return err
}

func (s *server) readEventData(data []byte, fields, brands []string, e *receivedEvent) error {
	var brand string
	into := map[string]any{"calls": &e.calls, "uid": &e.uid, "username": &e.username, "reason": &e.reason}
	maps.DeleteFunc(into, func(name string, _ any) bool { return !slices.Contains(fields, name) })
	into["brand"] = &brand
	given, err := decodeFields(data, into, false)
	if err != nil {
		return err
	}
	e.brand = s.brand(brand)
	switch {
	case brand == "":
		return fault("brand", "required")
	case !slices.Contains(brands, brand) && !slices.Contains(brands, Everywhere):
		return ReasonForbidden
	case e.brand == nil:
		return fault("brand", "other")
	case len(e.calls) > maxCalls:
		return fault("calls", "max_items", "max", strconv.Itoa(maxCalls))
	case slices.ContainsFunc(e.calls, func(name string) bool { return !s.KnownCall(name) }):
		return fault("calls", "other")
	case given["reason"] != nil:
		e.reason, err = checkReason(e.reason)
	case given["username"] != nil && given["uid"] != nil:
		return fault("username", "other")
	case given["username"] != nil:
		return checkText("username", e.username, maxUsername)
	}
	if err == nil && into["uid"] != nil {
		err = checkText("uid", e.uid, maxUID)
	}
	return err
}

// subject names the object of the event within its brand.
func (e *receivedEvent) subject() string {
	return cmp.Or(e.uid, e.username, strings.Join(e.calls, " "))
}

// playerOf returns the player of an event with a uid.
func (v *visit) playerOf(e *receivedEvent) bff.Identity {
	return bff.Identity{UID: e.uid, Partition: v.partition(e.brand)}
}

// applyOnce applies an event, unless it is repeated, or outdated by a later event of the same type
// and subject. After a failure, the sender may repeat it. The order of events that arrive at the
// same time does not matter, because they have no state.
func (s *server) applyOnce(c *gin.Context, v *visit, e *receivedEvent) (outcome string, err error) {
	ctx, now, known := context.WithoutCancel(c.Request.Context()), s.Clock(), eventTypes[e.kind]
	claim := s.IndexKey.Hash(indexkey.Event, "", e.sender, e.id)
	latest := s.IndexKey.Hash(indexkey.Event, e.brand.ID, e.sender, e.kind, e.uid, e.username, e.subject())
	added, err := s.Events.Add(ctx, claim, []byte("begun"), now.Add(claimLease))
	if err != nil {
		return "", err
	}
	if !added {
		state, err := s.Events.Get(ctx, claim)
		if err == nil && string(state) != claimDone {
			err = bff.ReasonDuplicate
		}
		return "repeated", err
	}
	at, err := s.Events.Get(ctx, latest)
	var last time.Time // remains zero without a value
	_ = last.UnmarshalText(at)
	if e.at.After(now) { // a fast clock must not make the events of the next minutes outdated
		e.at = now
	}
	outcome = "outdated"
	if err == nil && !e.at.Before(last) {
		if outcome, err = "applied", known.apply(s, c, v, e); err == nil {
			err = s.Events.Put(ctx, latest, []byte(e.at.UTC().Format(time.RFC3339Nano)), now.Add(known.remember))
		}
	}
	if err == nil {
		err = s.Events.Put(ctx, claim, []byte(claimDone), now.Add(known.remember))
	}
	if err != nil {
		err = errors.Join(err, s.Events.Delete(ctx, claim))
	}
	return outcome, err
}

func (s *server) purgeByEvent(c *gin.Context, v *visit, e *receivedEvent) error {
	return s.auditedEvent(c, v, e, Action{Action: "purge"}, func(ctx context.Context) (_ any, err error) {
		calls := e.calls
		if len(calls) == 0 {
			calls = []string{""} // all
		}
		for _, call := range calls {
			_, callErr := s.Purge(ctx, e.brand.ID, call)
			err = errors.Join(err, callErr)
		}
		return nil, err
	})
}

func (s *server) endByEvent(c *gin.Context, v *visit, e *receivedEvent) error {
	return s.auditedEvent(c, v, e, Action{Action: "sessions ended"}, func(ctx context.Context) (any, error) {
		return nil, s.Sessions.EndAll(ctx, e.brand.ID, v.playerOf(e).Player())
	})
}

// auditedEvent records blocks, and a limited number of other actions of a sender, because events
// must not evict the actions of staff.
func (s *server) auditedEvent(c *gin.Context, v *visit, e *receivedEvent, d Action,
	do func(context.Context) (after any, err error),
) (err error) {
	d.Brand, d.Subject = e.brand.ID, e.subject()
	if e.kind != playerBlocked {
		if _, ok := s.Limiter.Allow(c, bff.LimitKey{Rule: bff.LimitSenderAudit, Subject: e.sender}); !ok {
			_, err = do(context.WithoutCancel(c.Request.Context()))
			return err
		}
	}
	by := Entry{Who: e.sender, From: v.scope.Visitor, Request: v.scope.RequestID}
	_, err = s.AuditLog.Do(c, by, d, do)
	return err
}

// blockByEvent blocks a player until staff lift the block. It keeps such a block by staff.
func (s *server) blockByEvent(c *gin.Context, v *visit, e *receivedEvent) error {
	if after, ok := s.Limiter.Allow(c, bff.LimitKey{Rule: bff.LimitSenderBlock, Subject: e.sender}); !ok {
		return bff.ReasonRateLimited.WithRetryAfter(after)
	}
	id := v.playerOf(e)
	subject := bff.BlockSubject{Partition: id.Partition, UID: id.UID}
	b := bff.Block{By: e.sender, At: s.Clock().UTC(), Reason: cmp.Or(e.reason, e.kind)}
	d := Action{Action: "player blocked", Requested: b}
	if before, ok := s.Blocks.Find(subject); ok {
		if d.Before = before; before.Until.IsZero() {
			b = before
		}
	}
	return s.auditedEvent(c, v, e, d, func(ctx context.Context) (any, error) {
		if err := s.Blocks.Set(ctx, subject, b); err != nil {
			return nil, err
		}
		return b, s.Sessions.EndAll(ctx, e.brand.ID, id.Player())
	})
}

// refreshing returns a function that makes the open pages of a player read the balance from the
// platform. If settled, Croupier also polls for the outcomes of the player's payments.
func refreshing(settled bool) func(*server, *gin.Context, *visit, *receivedEvent) error {
	return func(s *server, c *gin.Context, v *visit, e *receivedEvent) (err error) {
		players := map[string]bool{}
		if e.uid != "" {
			players[v.playerOf(e).Player()] = true
		} else {
			active, err := s.Sessions.Active(c, e.brand, e.username)
			if err != nil {
				return err
			}
			for _, one := range active {
				players[one.Identity.Player()] = true
			}
		}
		for player := range players {
			message := bff.BalanceChanged{Brand: e.brand.ID, Player: player, Settled: settled}
			err = errors.Join(err, bff.Publish(c, s.Bus, bff.TopicBalance, message))
		}
		return err
	}
}
