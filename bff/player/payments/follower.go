// Package payments tracks the payments of players with open pages. It polls the platform's list for
// pending and unknown payments and publishes every change. It also remembers payments that were not
// sent.
package payments

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

const (
	// PollInterval is the time between two polls of the platform for one player.
	PollInterval = 5 * time.Second
	// EventPollInterval is PollInterval for MaxAge after the platform has reported a settled payment
	// of the brand, because it will probably report others.
	EventPollInterval = 4 * PollInterval
	// MaxAge is the maximum age of a tracked payment.
	MaxAge = 15 * time.Minute
	// maxPlayers is the maximum number of players that one instance polls for. The pages of other
	// players poll themselves.
	maxPlayers = 1000
	// maxPayments is the maximum number of tracked payments per player, not counting reserved
	// deposits.
	maxPayments = 20
)

// PlatformPayment is a payment in the platform's list.
type PlatformPayment struct {
	TransactionID bff.RecordID      // empty if the platform does not list the payment
	Status        bff.PaymentStatus // empty if Croupier does not know the status
	Key           string            // idempotency key, empty if the platform does not report it
}

// PaymentList is the platform's list of a player's payments.
type PaymentList struct {
	Payments   []PlatformPayment
	IsComplete bool // the platform has reported the total, and the list contains all
}

// PaymentSource fetches the payments of one player with an open event stream.
type PaymentSource interface {
	// Reserved returns the deposits that count against the player's limits without a known outcome.
	Reserved(ctx context.Context) ([]bff.WaitingPayment, error)
	// Payments returns the latest payments of the player in a category. 0 means all categories.
	Payments(ctx context.Context, category int) (PaymentList, error)
	// Resolve looks up a payment of unknown outcome in the platform's list and records the outcome.
	// It returns nil if the list does not contain the outcome.
	Resolve(ctx context.Context, key string, listed PaymentList) (*PlatformPayment, error)
}

// Options are the dependencies of New.
type Options struct {
	Waiting  bff.Collection // waiting payments
	NotSent  bff.Collection // keys of payments that were not sent
	IndexKey *indexkey.Key
	Bus      bff.Bus
	Limiter  bff.Limiter // allows one poll per player for all instances
	Log      *slog.Logger
	Clock    func() time.Time
}

// Follower tracks payments. It is safe for concurrent use.
type Follower struct {
	Options
	box *sealed.Box

	ctx     context.Context // cancelled by Close
	cancel  context.CancelFunc
	stop    []func() // subscriptions
	running sync.WaitGroup

	mu       sync.Mutex
	players  map[player]*followed // players with an open stream
	active   int                  // number of players that are polled for
	reported map[string]time.Time // last report of a settled payment, by brand
}

type player struct{ brand, name string }

// followed is a player with an open stream.
type followed struct {
	sources  map[*PaymentSource]struct{}
	payments map[string]*payment // by idempotency key
	cancel   context.CancelFunc  // stops polling, nil if there is none
	check    chan struct{}       // makes the next poll due
}

type payment struct {
	bff.WaitingPayment
	status     bff.PaymentStatus // last published status
	isReserved bool              // look it up once, regardless of its age
}

// New returns a Follower. Call Close when you no longer need it.
func New(o Options) *Follower {
	f := &Follower{
		Options: o, box: sealed.New(o.IndexKey.Derive("payments")), players: map[player]*followed{},
		reported: map[string]time.Time{},
	}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.stop = []func(){
		o.Bus.Subscribe(bff.TopicPaymentWaiting,
			bff.Decoded(o.Log, func(p bff.WaitingPayment) { f.add(p, false) }), f.reload),
		o.Bus.Subscribe(bff.TopicPaymentChanged, bff.Decoded(o.Log, f.onChanged), nil), // polls make up for losses
		o.Bus.Subscribe(bff.TopicBalance, bff.Decoded(o.Log, f.onBalance), nil),
	}
	return f
}

// Close stops all polling.
func (f *Follower) Close() {
	for _, stop := range f.stop {
		stop()
	}
	f.mu.Lock() // no goroutine starts after this
	f.cancel()
	f.mu.Unlock()
	f.running.Wait()
}

// Follow tracks a payment on all instances with a page of its player, now or within MaxAge.
func (f *Follower) Follow(ctx context.Context, p bff.WaitingPayment) {
	if f.Clock().Sub(p.At) >= MaxAge {
		return
	}
	ctx = context.WithoutCancel(ctx)
	err := f.Waiting.Put(ctx, bff.CollectionEntry{
		ID: f.id(p.Brand, p.Player, p.Key), At: p.At, Terms: []string{f.term(p.Brand, p.Player)},
		Value: f.box.SealJSON(p, sealedPayment),
	})
	if err != nil { // open pages get the payment from the bus
		f.Log.WarnContext(ctx, "could not store a waiting payment, only pages that are open now track it",
			"cause", err.Error())
	}
	f.publish(ctx, bff.TopicPaymentWaiting, p)
}

// publish sends a message to every instance. Messages may be lost.
func (f *Follower) publish(ctx context.Context, topic bff.Topic, message any) {
	if err := bff.Publish(ctx, f.Bus, topic, message); err != nil {
		f.Log.WarnContext(ctx, "could not publish a payment message", "topic", string(topic), "cause", err.Error())
	}
}

// Open tracks the payments of a player with a new event stream until the caller calls closeStream.
func (f *Follower) Open(brand, name string, source PaymentSource) (closeStream func()) {
	key, s := player{brand, name}, &source
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.players[key]
	if w == nil {
		w = &followed{
			sources: map[*PaymentSource]struct{}{}, payments: map[string]*payment{}, check: make(chan struct{}, 1),
		}
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

const loadTimeout = 2 * time.Second

// load adds the player's waiting payments from earlier streams and other instances.
func (f *Follower) load(key player, source PaymentSource) {
	ctx, cancel := context.WithTimeout(f.ctx, loadTimeout)
	defer cancel()
	values, err := f.Waiting.List(ctx, f.term(key.brand, key.name), maxPayments)
	if err != nil {
		f.Log.WarnContext(ctx, "could not load a player's waiting payments", "cause", err.Error())
	}
	for _, value := range values {
		var p bff.WaitingPayment
		if f.box.OpenJSON(value, sealedPayment, &p) == nil {
			f.add(p, false)
		}
	}
	reserved, err := source.Reserved(ctx)
	if err != nil {
		f.Log.WarnContext(ctx, "could not read a player's reserved deposits, they count until the player's next visit",
			"cause", err.Error())
	}
	for _, p := range reserved {
		f.add(p, true)
	}
}

// reload loads the waiting payments of every player with a page, after lost messages.
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

// add tracks a payment if its player has an open stream on this instance.
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

// Changed notifies every instance and its pages of a change. It stops tracking settled payments.
func (f *Follower) Changed(ctx context.Context, c bff.PaymentChanged) {
	ctx = context.WithoutCancel(ctx)
	f.publish(ctx, bff.TopicPaymentChanged, c)
	if c.Status == bff.PaymentPending {
		return
	}
	if err := f.Waiting.Delete(ctx, f.id(c.Brand, c.Player, c.Key)); err != nil {
		f.Log.WarnContext(ctx, "could not delete a waiting payment, it expires later", "cause", err.Error())
	}
	f.publish(ctx, bff.TopicBalance, bff.BalanceChanged{Brand: c.Brand, Player: c.Player})
}

// onChanged applies a change that any instance has published.
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

// onBalance polls for a player at once if the platform has reported a settled payment.
func (f *Follower) onBalance(b bff.BalanceChanged) {
	if !b.Settled {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reported[b.Brand] = f.Clock()
	if w := f.players[player{b.Brand, b.Player}]; w != nil && w.cancel != nil {
		select {
		case w.check <- struct{}{}:
		default: // a check is due already
		}
	}
}

func (f *Follower) interval(brand string) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Clock().Sub(f.reported[brand]) < MaxAge {
		return EventPollInterval
	}
	return PollInterval
}

// sealedPayment is the context of sealed payments.
const sealedPayment = "waiting payment"

func (f *Follower) id(brand, name, key string) string {
	return f.IndexKey.Hash(indexkey.Payment, brand, name, key)
}

func (f *Follower) term(brand, name string) string {
	return f.IndexKey.Hash(indexkey.Payment, brand, name)
}
