package webhook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"croupier/bff/config"
)

const (
	requestTimeout = 5 * time.Second // of one request
	// claimFor is the time of a claim of a message, enough to send it and store the outcome.
	claimFor  = 20 * time.Second
	maxAtOnce = 32

	firstBackoff = 5 * time.Second
	maxBackoff   = time.Hour
)

func newReceiver(r config.WebhookReceiver) (*receiver, error) {
	at, err := url.Parse(r.URL)
	if err != nil {
		return nil, errors.New("the address of a webhook receiver is not a URL")
	}
	signer, err := standardwebhooks.NewWebhookRaw(r.Secret)
	if err != nil {
		return nil, fmt.Errorf("the secret of a webhook receiver is invalid: %w", err)
	}
	return &receiver{WebhookReceiver: r, host: at.Host, signer: signer}, nil
}

// deliver sends due messages, fewest failures first. Failing receivers must not delay others.
func (n *Notifier) deliver(ctx context.Context, r *records) {
	now := n.Clock()
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(r.messages)), func(id string) bool {
		m := r.messages[id]
		return now.Before(m.ClaimedUntil) || len(m.due(now)) == 0
	})
	leastFailed := func(m *message) int { return m.Receivers[m.due(now)[0]].Failed }
	slices.SortFunc(ids, func(x, y string) int {
		a, b := r.messages[x], r.messages[y]
		return cmp.Or(cmp.Compare(leastFailed(a), leastFailed(b)), a.At.Compare(b.At), cmp.Compare(x, y))
	})
	var all sync.WaitGroup
	for _, id := range ids[:min(len(ids), maxAtOnce)] {
		all.Go(func() { n.deliverMessage(ctx, r.raw[messagePrefix+id], id, *r.messages[id]) })
	}
	all.Wait()
}

// due returns the receivers that are due, sorted by the number of failures, lowest first.
func (m *message) due(now time.Time) []string {
	waits := func(id string) bool { return now.Before(m.Receivers[id].Next) }
	out := slices.DeleteFunc(slices.Collect(maps.Keys(m.Receivers)), waits)
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(m.Receivers[a].Failed, m.Receivers[b].Failed) })
	return out
}

// deliverMessage claims a message, sends it to the receivers that are due and records the outcomes.
func (n *Notifier) deliverMessage(ctx context.Context, raw []byte, id string, m message) {
	key, now := messagePrefix+id, n.Clock()
	m.ClaimedUntil = now.Add(claimFor)
	claim, err := n.swap(ctx, key, raw, &m)
	if err != nil || claim == nil {
		return // another instance delivers it, or this one when the store works again
	}
	due := m.due(now)
	errs := make([]error, len(due))
	var sends sync.WaitGroup
	for i, name := range due {
		if to := n.receivers[name]; to != nil {
			sends.Go(func() { errs[i] = n.send(ctx, to, id, m.Body) })
		}
	}
	sends.Wait()
	next := m
	next.ClaimedUntil, next.Receivers = time.Time{}, maps.Clone(m.Receivers)
	for i, name := range due {
		n.recordOutcome(ctx, &next, name, errs[i])
	}
	if len(next.Receivers) == 0 {
		next.Body = nil
	}
	if stored, err := n.swap(ctx, key, claim, &next); err != nil || stored == nil {
		n.Log.WarnContext(ctx, "could not record a webhook delivery, Croupier repeats it with the same id", "id", id,
			"error", err)
	}
}

func (n *Notifier) recordOutcome(ctx context.Context, m *message, name string, err error) {
	to, now := n.receivers[name], n.Clock()
	a := m.Receivers[name]
	switch {
	case to == nil: // no longer configured
		delete(m.Receivers, name)
		n.Count(Dropped)
	case err == nil:
		delete(m.Receivers, name)
		n.Count(Delivered)
		if to.failing.Swap(false) {
			n.Log.InfoContext(ctx, "webhook receiver works again", "host", to.host)
		}
	default:
		n.Count(Failed)
		if !to.failing.Swap(true) {
			n.Log.WarnContext(ctx, "webhook receiver fails, retrying each event for 24 hours", "host", to.host,
				"error", err)
		}
		a.Failed++
		a.Next = now.Add(n.backoff(a.Failed))
		m.Receivers[name] = a
		if a.Next.Sub(m.At) > retryFor {
			delete(m.Receivers, name)
			n.Count(Dropped)
		}
	}
}

// backoff returns the pause after a failure. It doubles each time, with a jitter of ±20 %.
func (n *Notifier) backoff(failed int) time.Duration {
	pause := min(firstBackoff<<min(failed-1, 10), maxBackoff) // ten doublings exceed the maximum
	return time.Duration(float64(pause) * (0.8 + 0.4*n.jitter()))
}

func (n *Notifier) send(ctx context.Context, to *receiver, id string, body []byte) error {
	at := n.Clock()
	id = "msg_" + id
	signature, err := to.signer.Sign(id, at, body)
	if err != nil {
		return err
	}
	h := http.Header{"Content-Type": {"application/json"}}
	h.Set(HeaderID, id)
	h.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
	h.Set(standardwebhooks.HeaderWebhookSignature, signature)
	_, err = Post(ctx, n.client, to.URL, h, body)
	return err
}
