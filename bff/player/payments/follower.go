// Package payments follows the payments of players while their pages are open: it looks for those that are pending or
// of unknown outcome in the platform's list, and publishes every change. It also remembers what was not sent.
package payments

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

const (
	// PollInterval is the time between two questions to the platform for one player.
	PollInterval = 5 * time.Second
	// MaxAge is how long after it was made a payment is followed.
	MaxAge = 15 * time.Minute
	// maxPlayers bounds the players that one instance follows at a time; the pages of others ask themselves.
	maxPlayers = 1000
	// maxPayments bounds the payments that are followed of one player, besides reserved deposits.
	maxPayments = 20
)

// PlatformPayment is a payment as the platform lists it.
type PlatformPayment struct {
	TransactionID bff.RecordID      // empty for a payment that the platform does not list
	Status        bff.PaymentStatus // empty for a status that Croupier does not know
	Key           string            // the idempotency key, where the platform tells it; otherwise empty
}

// PaymentList is what the platform lists of a player.
type PaymentList struct {
	Payments   []PlatformPayment
	IsComplete bool // the platform has told how many there are, and these are all of them
}

// PaymentSource asks the platform for the payments of one player, whose event stream is open.
type PaymentSource interface {
	// Reserved returns the deposits that count for the player's limits and may have been refused since.
	Reserved(ctx context.Context) ([]bff.WaitingPayment, error)
	// Payments returns the latest payments of the player in a category; 0: in all.
	Payments(ctx context.Context, category int) (PaymentList, error)
	// Resolve records and returns what the platform's list says of a payment of unknown outcome; nil: nothing.
	Resolve(ctx context.Context, key string, listed PaymentList) (*PlatformPayment, error)
}

// Options are the dependencies of New.
type Options struct {
	Waiting  bff.Collection // payments that wait
	NotSent  bff.Collection // keys of payments that were not sent
	IndexKey *indexkey.Key
	Bus      bff.Bus
	Limiter  bff.Limiter // allows one question per player over all instances
	Log      *slog.Logger
	Clock    func() time.Time
}

// Follower follows payments. It is safe for concurrent use.
type Follower struct {
	Options
	box *sealed.Box

	ctx     context.Context // ends with Close
	cancel  context.CancelFunc
	stop    []func() // subscriptions
	running sync.WaitGroup

	mu      sync.Mutex
	players map[player]*followed // with an open stream
	active  int                  // players that are being followed
}

type player struct{ brand, name string }

// followed is a player with an open stream.
type followed struct {
	sources  map[*PaymentSource]struct{}
	payments map[string]*payment // by idempotency key
	cancel   context.CancelFunc  // of the goroutine that asks; nil: there is none
}

type payment struct {
	bff.WaitingPayment
	status     bff.PaymentStatus // the last one published
	isReserved bool              // it is asked for once, whatever its age
}

// New returns a Follower, which must be closed.
func New(o Options) *Follower {
	f := &Follower{Options: o, box: sealed.New(o.IndexKey.Derive("payments")), players: map[player]*followed{}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.stop = []func(){
		o.Bus.Subscribe(bff.TopicPaymentWaiting, bff.Decoded(o.Log, func(p bff.WaitingPayment) { f.add(p, false) }), f.reload),
		o.Bus.Subscribe(bff.TopicPaymentChanged, bff.Decoded(o.Log, f.onChanged), nil), // the next question finds it
	}
	return f
}

// Close ends all questions.
func (f *Follower) Close() {
	for _, stop := range f.stop {
		stop()
	}
	f.mu.Lock() // no goroutine starts after this
	f.cancel()
	f.mu.Unlock()
	f.running.Wait()
}

// Follow follows a payment on the instances that have a page of its player, now or within MaxAge.
func (f *Follower) Follow(ctx context.Context, p bff.WaitingPayment) {
	if f.Clock().Sub(p.At) >= MaxAge {
		return
	}
	ctx = context.WithoutCancel(ctx)
	payload, _ := json.Marshal(p) // texts, numbers, and an id that was decoded
	err := f.Waiting.Put(ctx, bff.CollectionEntry{
		ID: f.id(p.Brand, p.Player, p.Key), At: p.At, Terms: []string{f.term(p.Brand, p.Player)},
		Value: f.box.Seal(payload, sealedPayment),
	})
	if err != nil { // pages that are open already get it from the bus
		f.Log.WarnContext(ctx, "store waiting payment: failed", "cause", err.Error())
	}
	f.publish(ctx, bff.TopicPaymentWaiting, p)
}

// publish notifies every instance, as well as the bus can.
func (f *Follower) publish(ctx context.Context, topic bff.Topic, message any) {
	if err := bff.Publish(ctx, f.Bus, topic, message); err != nil {
		f.Log.WarnContext(ctx, "could not publish a message of a payment", "topic", string(topic), "cause", err.Error())
	}
}

// Open follows the payments of a player whose event stream has opened, until the stream is closed.
func (f *Follower) Open(brand, name string, source PaymentSource) (closeStream func()) {
	key, s := player{brand, name}, &source
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.players[key]
	if w == nil {
		w = &followed{sources: map[*PaymentSource]struct{}{}, payments: map[string]*payment{}}
		f.players[key] = w
	}
	w.sources[s] = struct{}{}
	if len(w.sources) == 1 && f.ctx.Err() == nil {
		f.running.Go(func() { f.load(key, source) })
	}
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(w.sources, s)
		if len(w.sources) == 0 && f.players[key] == w {
			delete(f.players, key)
			if w.cancel != nil {
				w.cancel()
			}
		}
	}
}

// loadTimeout bounds the look-up of a player's waiting payments.
const loadTimeout = 2 * time.Second

// load adds the waiting payments of a player that an earlier stream, or another instance, left.
func (f *Follower) load(key player, source PaymentSource) {
	ctx, cancel := context.WithTimeout(f.ctx, loadTimeout)
	defer cancel()
	values, err := f.Waiting.List(ctx, f.term(key.brand, key.name), maxPayments)
	if err != nil {
		f.Log.WarnContext(ctx, "list waiting payments: failed", "cause", err.Error())
	}
	for _, value := range values {
		var p bff.WaitingPayment
		if raw, err := f.box.Open(value, sealedPayment); err == nil && json.Unmarshal(raw, &p) == nil {
			f.add(p, false)
		}
	}
	reserved, err := source.Reserved(ctx)
	if err != nil {
		f.Log.WarnContext(ctx, "could not read a player's reserved deposits; they count until the player's next visit", "cause", err.Error())
	}
	for _, p := range reserved {
		f.add(p, true)
	}
}

// reload adds the waiting payments of every player with a page, after messages about them were lost.
func (f *Follower) reload() {
	open := map[player]PaymentSource{}
	f.mu.Lock()
	for key, w := range f.players {
		for s := range w.sources {
			open[key] = *s // any of them
		}
	}
	f.mu.Unlock()
	for key, source := range open {
		f.load(key, source)
	}
}

// add follows a payment if a stream of its player is open here.
func (f *Follower) add(p bff.WaitingPayment, isReserved bool) {
	key := player{p.Brand, p.Player}
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.players[key]
	if w == nil || f.ctx.Err() != nil || !isReserved && f.Clock().Sub(p.At) >= MaxAge {
		return
	}
	if known := w.payments[p.Key]; known != nil {
		if len(known.TransactionID) == 0 {
			known.WaitingPayment = p
		}
		return
	}
	if !isReserved && len(w.payments) >= maxPayments || w.cancel == nil && f.active >= maxPlayers {
		return
	}
	w.payments[p.Key] = &payment{WaitingPayment: p, status: bff.PaymentPending, isReserved: isReserved}
	if w.cancel == nil {
		ctx, cancel := context.WithCancel(f.ctx)
		w.cancel = cancel
		f.active++
		f.running.Go(func() { f.follow(ctx, key, w) })
	}
}

// Changed notifies every instance, and their pages, of a change. A settled payment is followed no longer.
func (f *Follower) Changed(ctx context.Context, c bff.PaymentChanged) {
	ctx = context.WithoutCancel(ctx)
	f.publish(ctx, bff.TopicPaymentChanged, c)
	if c.Status == bff.PaymentPending {
		return
	}
	if err := f.Waiting.Delete(ctx, f.id(c.Brand, c.Player, c.Key)); err != nil {
		f.Log.WarnContext(ctx, "delete waiting payment: failed", "cause", err.Error())
	}
	f.publish(ctx, bff.TopicBalance, bff.BalanceChanged{Brand: c.Brand, Player: c.Player})
}

// onChanged notes what any instance has found out.
func (f *Follower) onChanged(c bff.PaymentChanged) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.players[player{c.Brand, c.Player}]
	if w == nil || w.payments[c.Key] == nil {
		return
	}
	if c.Status != bff.PaymentPending {
		delete(w.payments, c.Key)
		return
	}
	p := w.payments[c.Key]
	p.status, p.TransactionID = c.Status, c.TransactionID
}

// sealedPayment is the context of sealed payments.
const sealedPayment = "waiting payment"

func (f *Follower) id(brand, name, key string) string {
	return f.IndexKey.Hash(indexkey.Payment, brand, name, key)
}

func (f *Follower) term(brand, name string) string {
	return f.IndexKey.Hash(indexkey.Payment, brand, name)
}
