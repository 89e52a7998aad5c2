package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

const (
	// heartbeat keeps proxies from taking a quiet stream for a dead one (calls.md §4).
	heartbeat = 15 * time.Second
	// eventPatience is how long a page may take to read what it was sent.
	eventPatience = 10 * time.Second
	// balanceTimeout bounds the question for a moved balance.
	balanceTimeout = 5 * time.Second
)

// firstBytes open every stream: how long a browser waits before it connects anew.
const firstBytes = "retry: 2000\n\n"

// heartbeats are the default of Options.Heartbeats.
func heartbeats() (beats <-chan time.Time, stop func()) {
	t := time.NewTicker(heartbeat)
	return t.C, t.Stop
}

// stream is one page that listens to /v1/events.
type stream struct {
	g       *gateway
	ctx     context.Context
	http    *http.Request
	scope   *bff.Scope
	out     gin.ResponseWriter
	control *http.ResponseController
	token   string // of the session, while there is one
}

// events answers GET /v1/events until the page goes away, its session or its brand ends, it
// reads too slowly or the server ends. A browser comes again by itself, and is then told how things
// stand: nothing that happened in between is lost to it.
func (g *gateway) events(c *gin.Context) {
	ctx := c.Request.Context()
	s := &stream{g: g, ctx: ctx, http: c.Request, scope: bff.ScopeOf(ctx), out: c.Writer, control: http.NewResponseController(c.Writer)}
	events, cancel, err := s.open(c)
	if err != nil {
		g.refuse(c, err)
		return
	}
	defer cancel()
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
	beats, stop := g.Heartbeats()
	defer stop()
	// The server's time for reading the request and writing the answer is not for streams.
	_ = s.control.SetReadDeadline(time.Time{})
	err = s.write([]byte(firstBytes))
	if err == nil {
		err = s.tell(bff.Event{Name: bff.EventMaintenance})
	}
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				return
			}
			if err = s.keepUp(); err == nil {
				err = s.tell(e)
			}
		case <-beats:
			if err = s.keepUp(); err == nil {
				err = s.beat()
			}
		}
	}
}

// errBrandGone ends a stream of a host that is another brand's by now, or nobody's.
var errBrandGone = errors.New("the brand of the stream is gone")

// keepUp takes the brand as it is configured by now: a stream outlives many reloads, and the
// platform that it began with may be another's.
func (s *stream) keepUp() error {
	b, ok := s.g.Brands(hostname(s.http.Host))
	if !ok || b.ID != s.scope.Brand.ID {
		return errBrandGone
	}
	s.scope.Brand = b
	return nil
}

// open finds out who listens, and begins.
func (s *stream) open(c *gin.Context) (events <-chan bff.Event, cancel func(), err error) {
	if err := s.g.checkOrigin(c.Request, s.scope.Brand); err != nil {
		return nil, nil, err
	}
	if lang := c.Query("Lang"); s.scope.Brand.SupportsLanguage(lang) {
		s.scope.Lang = lang
	}
	if s.token = token(c.Request, s.scope.Brand); s.token != "" {
		switch held, err := s.g.Sessions.Open(s.ctx, s.scope.Brand, s.token); {
		case errors.Is(err, bff.ReasonAnonymous), err == nil && held.Pending:
			s.token = "" // a visitor
		case err != nil:
			return nil, nil, err
		default:
			s.scope.Session = held
		}
	}
	l := bff.Listener{
		Brand: s.scope.Brand, Visitor: s.scope.Visitor, Subject: subject(s.scope.Visitor),
		Lang: s.scope.Lang, World: s.scope.World,
	}
	if s.scope.Session != nil {
		l.Player = s.scope.Session.Identity.Player()
	}
	return s.g.Events.Listen(l)
}

// errStreamOver ends a stream whose session has ended: there is another one to be opened.
var errStreamOver = errors.New("the session of the stream has ended")

// tell sends an event, once it is known what it means for this listener.
func (s *stream) tell(e bff.Event) error {
	switch e.Name {
	case bff.EventMaintenance:
		return s.send(e.Name, s.g.siteState(s.http, s.scope))
	case bff.EventSession:
		return s.checkSession()
	case bff.EventBalance:
		if e.Data == nil {
			if e.Data = s.balance(); e.Data == nil {
				return nil // the page asks by itself sooner or later
			}
		}
		return s.send(e.Name, e.Data)
	default:
		return s.send(e.Name, e.Data)
	}
}

// beat shows proxies that the stream lives, and looks whether the session still stands: a
// message about its end may have been lost.
func (s *stream) beat() error {
	if err := s.checkSession(); err != nil {
		return err
	}
	return s.write([]byte(": \n\n"))
}

// checkSession tells the page that its session has ended, if so.
func (s *stream) checkSession() error {
	if s.token == "" {
		return nil
	}
	if _, err := s.g.Sessions.Open(s.ctx, s.scope.Brand, s.token); !errors.Is(err, bff.ReasonAnonymous) {
		return nil
	}
	return errors.Join(s.send(bff.EventSession, json.RawMessage(`{"ended":true}`)), errStreamOver)
}

// balance asks the platform for the player's balance; nil where it cannot be had.
func (s *stream) balance() json.RawMessage {
	call, ok := s.g.Contract.Lookup("finance", "check_balance")
	if !ok || s.scope.Session == nil || s.g.state(s.http, s.scope, call.Name()).On {
		return nil
	}
	ctx, cancel := context.WithTimeout(s.ctx, balanceTimeout)
	defer cancel()
	data := s.g.Contract.Complete(call, map[string]any{"Lang": s.scope.Lang}, s.scope.Lang)
	a, err := s.g.Upstream.Do(ctx, &bff.UpstreamRequest{
		RequestID: s.scope.RequestID, Brand: s.scope.Brand, Call: call, Rules: s.g.Contract.Resolve(call, data),
		Data: data, Lang: s.scope.Lang, Identity: &s.scope.Session.Identity, Visitor: s.scope.Visitor, World: s.scope.World,
	})
	if err != nil || !a.Result {
		return nil
	}
	return firstOf(a.Data)
}

// firstOf gives the first element of a JSON array; nil where there is none.
func firstOf(data json.RawMessage) json.RawMessage {
	var all []json.RawMessage
	if json.Unmarshal(data, &all) != nil || len(all) == 0 {
		return nil
	}
	return all[0]
}

// send writes one event.
func (s *stream) send(name bff.EventName, data any) error {
	raw, err := json.Marshal(data) // a platform's own JSON comes out on one line
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString("event: " + string(name) + "\ndata: ")
	b.Write(raw)
	b.WriteString("\n\n")
	return s.write(b.Bytes())
}

// write sends bytes at once. A page that does not read them in time is gone.
func (s *stream) write(b []byte) error {
	err := s.control.SetWriteDeadline(s.g.Clock().Add(eventPatience))
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if _, err := s.out.Write(b); err != nil {
		return err
	}
	return s.control.Flush()
}
