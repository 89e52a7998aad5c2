package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/traffic"
	"croupier/bff/platform/upstream"
	"croupier/bff/player/payments"
)

// Names of the collections of what staff look up.
const (
	requestsCollection = "requests"
	playersCollection  = "players"
	trafficCollection  = "traffic"
	devicesCollection  = "login-devices"
)

// Names of the collections of payments.
const (
	waitingCollection = "payments-waiting"
	notSentCollection = "payments-not-sent"
)

// openPayments opens the follower of payments.
func (p *parts) openPayments(index *indexkey.Key, log *slog.Logger) error {
	waiting, err := p.stores.collection(waitingCollection, payments.WaitingRetention)
	if err != nil {
		return err
	}
	notSent, err := p.stores.collection(notSentCollection, payments.NotSentRetention)
	if err != nil {
		return err
	}
	p.payments = payments.New(payments.Options{
		Waiting: waiting, NotSent: notSent, IndexKey: index, Bus: p.stores.bus, Limiter: p.stores.limiter, Log: log, Clock: time.Now,
	})
	return nil
}

// openLookUps opens the log of requests and players, and the counter of traffic.
func (p *parts) openLookUps(ctx context.Context, index *indexkey.Key, log *slog.Logger) error {
	keep := p.stores.retention
	requests, err := p.stores.collection(requestsCollection, bff.Retention{MaxEntries: activity.MaxRequests, MaxAge: config.Days(keep.Requests)})
	if err != nil {
		return err
	}
	players, err := p.stores.collection(playersCollection, bff.Retention{MaxEntries: activity.MaxPlayers, MaxAge: config.Days(keep.Players)})
	if err != nil {
		return err
	}
	minutes, err := p.stores.collection(trafficCollection, traffic.Retention)
	if err != nil {
		return err
	}
	devices, err := p.stores.collection(devicesCollection, bff.Retention{MaxEntries: activity.MaxKnownDevices, MaxAge: config.Days(keep.Players)})
	if err != nil {
		return err
	}
	p.devices = &activity.KnownDevices{Devices: devices, IndexKey: index, Clock: time.Now}
	instance := instanceName()
	p.activity = activity.New(ctx, activity.Options{
		Requests: requests, Players: players, Devices: p.devices, IndexKey: index, Instance: instance, Log: log,
	})
	p.traffic = traffic.New(ctx, traffic.Options{Store: minutes, Instance: instance, Log: log, Clock: time.Now})
	return nil
}

// instanceName returns a name of this process: that of its host, which is the pod's on Kubernetes, and
// a random part.
func instanceName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "-" + strings.ToLower(rand.Text()[:6])
}

// countedDeviations implements upstream.Deviations: it lists deviations and counts their answers as
// traffic.
type countedDeviations struct {
	*upstream.DeviationLog
	traffic *traffic.Counter
}

func (d countedDeviations) Observe(ctx context.Context, r *bff.UpstreamRequest, upstream string, found []bff.Violation) {
	d.DeviationLog.Observe(ctx, r, upstream, found)
	d.traffic.CountViolation(r.Brand.ID, r.Call.Class, upstream)
}
