package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/eventstream"
	"croupier/bff/player/events"
)

type pageStream struct {
	g       *gateway
	ctx     context.Context
	request *http.Request
	scope   *bff.Scope
	out     *eventstream.Writer
	token   string // session token, empty for a visitor
}

// events serves GET /v1/events. A browser reconnects automatically and then receives the current
// state, so the stream does not replay missed events.
func (g *gateway) events(c *gin.Context) {
	ctx, info := c.Request.Context(), infoOf(c)
	if !g.isSameOrigin(c.Request, info) {
		g.refuse(c, bff.ReasonOriginRefused)
		return
	}
	s := &pageStream{g: g, ctx: ctx, request: c.Request, scope: &info.scope}
	queryLanguage(c, s.scope)
	stream, cancel, err := s.listen()
	if err != nil {
		g.refuse(c, err)
		return
	}
	defer cancel()
	defer s.followPayments()()
	beats, stop := g.Heartbeats()
	defer stop()
	s.out, err = eventstream.Start(c.Writer)
	if err == nil {
		err = s.send(events.Event{Name: events.EventMaintenance})
	}
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-stream:
			if !ok {
				return
			}
			if err = s.reloadBrand(); err == nil {
				err = s.send(e)
			}
		case <-beats:
			if err = s.reloadBrand(); err == nil {
				err = s.heartbeat()
			}
		}
	}
}

// listen opens the session of the request, if any, and subscribes to its events.
func (s *pageStream) listen() (stream <-chan events.Event, cancel func(), err error) {
	if s.token = sessionToken(s.request, s.scope.Brand); s.token != "" {
		switch session, err := s.g.openToken(s.ctx, s.scope, s.token); {
		case errors.Is(err, bff.ReasonAnonymous), err == nil && session.Pending:
			s.token = "" // treat as a visitor
		case err != nil:
			return nil, nil, err
		default:
			s.scope.Session = session
		}
	}
	l := events.Listener{
		Brand: s.scope.Brand, Visitor: s.scope.Visitor, Subject: addressSubject(s.scope.Visitor),
		Lang: s.scope.Lang, Partition: s.scope.Partition,
	}
	if s.scope.Session != nil {
		l.Player = s.scope.Session.Identity.Player()
	}
	return s.g.Events.Listen(l)
}

// errBrandGone ends a stream if its host no longer belongs to the same brand.
var errBrandGone = errors.New("the configuration no longer contains the brand of the stream")

// reloadBrand reads the current configuration of the brand, because streams outlive a reload.
func (s *pageStream) reloadBrand() error {
	b, ok := s.g.Brands(hostname(s.request.Host))
	if !ok || b.ID != s.scope.Brand.ID {
		return errBrandGone
	}
	s.scope.Brand = b
	return nil
}

// errSessionEnded ends the stream of an ended session. The page then opens another stream as a
// visitor.
var errSessionEnded = errors.New("the session of the stream has ended")

// send sends an event. It adds content that depends on the listener.
func (s *pageStream) send(e events.Event) error {
	switch e.Name {
	case events.EventMaintenance:
		return s.out.Send(string(e.Name), s.g.siteStatus(s.request, s.scope))
	case events.EventSession:
		return s.checkSession()
	case events.EventBalance:
		if e.Data == nil {
			e.Data = s.balance()
		}
		if e.Data == nil {
			return nil // the page reads the balance when it reconnects or polls
		}
	}
	return s.out.Send(string(e.Name), e.Data)
}

// heartbeat sends a heartbeat and checks the session, because the message about its end may be
// lost.
func (s *pageStream) heartbeat() error {
	if err := s.checkSession(); err != nil {
		return err
	}
	s.g.notePresence(s.ctx, s.scope)
	return s.out.Heartbeat()
}

// checkSession sends the session event and ends the stream if the session has ended.
func (s *pageStream) checkSession() error {
	if s.token == "" {
		return nil
	}
	if _, err := s.g.Sessions.Open(s.ctx, s.scope.Brand, s.token); !errors.Is(err, bff.ReasonAnonymous) {
		return nil
	}
	return errors.Join(s.out.Send(string(events.EventSession), json.RawMessage(`{"ended":true}`)), errSessionEnded)
}

// balance requests the player's balance from the platform. It returns nil without a player or if
// the request fails.
func (s *pageStream) balance() json.RawMessage {
	call, ok := s.g.Contract.Lookup("finance", "check_balance")
	if !ok || s.scope.Session == nil || s.g.maintenanceState(s.request, s.scope, call.Name()).On {
		return nil
	}
	a, err := s.g.ownCall(s.ctx, s.scope, &s.scope.Session.Identity, call.Class, call.Method, map[string]any{})
	if err != nil || !a.Result {
		return nil
	}
	return firstElement(a.Data)
}

// maxBalances is the number of players with a remembered balance.
const maxBalances = 100_000

type balanceKey struct{ brand, player string }

// balanceChanged records a balance and reports whether it differs from the previous one, if any.
func (g *gateway) balanceChanged(key balanceKey, data []byte) bool {
	sum := maphash.Bytes(hashSeed, data)
	last, ok := g.balances.Get(key)
	if !ok || last != sum {
		g.balances.Put(key, sum)
	}
	return ok && last != sum
}

// publishBalance notifies the player's open pages after a changed balance or an accepted money
// call.
func (g *gateway) publishBalance(ctx context.Context, r *request) {
	a := r.answer
	if r.scope.Session == nil || !a.Result {
		return
	}
	event := bff.BalanceChanged{Brand: r.scope.Brand.ID, Player: r.scope.Session.Identity.Player()}
	switch {
	case r.scope.Call.Name() == "finance/check_balance":
		if !g.balanceChanged(balanceKey{event.Brand, event.Player}, a.Data) {
			return
		}
		if event.Balance = firstElement(a.Data); event.Balance == nil {
			return
		}
	case r.scope.Rules.Kind != bff.KindMoney:
		return
	}
	err := bff.Publish(context.WithoutCancel(ctx), g.Bus, bff.TopicBalance, event)
	g.warn(ctx, "could not publish a changed balance, pages get it by polling", err) // pages also poll the balance
}
