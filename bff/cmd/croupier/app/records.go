package app

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/traffic"
	"croupier/bff/ops/webhook"
	"croupier/bff/platform/upstream"
)

// Names of the collections of what staff look up.
const (
	requestsCollection = "requests"
	playersCollection  = "players"
	trafficCollection  = "traffic"
	devicesCollection  = "login-devices"
)

// openRecords opens the log of requests and players, and the counter of traffic.
func (s *server) openRecords(ctx context.Context) (err error) {
	keep := s.stores.retention
	collection := func(name string, retention bff.Retention) bff.Collection {
		c, failed := s.stores.collection(name, retention)
		err = errors.Join(err, failed)
		return c
	}
	requests := collection(requestsCollection, bff.Retention{MaxEntries: activity.MaxRequests, MaxAge: config.Days(keep.Requests)})
	players := collection(playersCollection, bff.Retention{MaxEntries: activity.MaxPlayers, MaxAge: config.Days(keep.Players)})
	minutes := collection(trafficCollection, traffic.Retention)
	devices := collection(devicesCollection, bff.Retention{MaxEntries: activity.MaxKnownDevices, MaxAge: config.Days(keep.Players)})
	if err != nil {
		return err
	}
	s.devices = &activity.KnownDevices{Devices: devices, IndexKey: s.index, Clock: time.Now}
	instance := instanceName()
	s.activity = activity.New(ctx, activity.Options{
		Requests: requests, Players: players, Devices: s.devices, IndexKey: s.index, Instance: instance, Log: s.log,
	})
	s.onClose(s.activity.Close)
	s.traffic = traffic.New(ctx, traffic.Options{Store: minutes, Instance: instance, Log: s.log, Clock: time.Now})
	s.onClose(s.traffic.Close)
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

const (
	// webhookRecords is the name of events and their deliveries in the store.
	webhookRecords = "webhooks"
	// webhooksInterval is the time between two looks for events.
	webhooksInterval = 2 * time.Second
)

// openWebhooks opens the notifier where the server file names a receiver. It looks for events until the server stops, and as
// soon as maintenance changes.
func (s *server) openWebhooks(context.Context) error {
	settings := s.live.Config().Server.Webhooks
	if len(settings.Receivers) == 0 {
		return nil
	}
	records, err := s.stores.records(webhookRecords)
	if err != nil {
		return err
	}
	receivers := make([]webhook.Receiver, len(settings.Receivers))
	for i, r := range settings.Receivers {
		receivers[i] = webhook.Receiver{URL: r.URL, Secret: r.Secret, Brands: r.Brands}
		for _, kind := range r.Events {
			receivers[i].Events = append(receivers[i].Events, webhook.Kind(kind))
		}
	}
	notifier, err := webhook.New(webhook.Options{
		Receivers: receivers, Store: records, Instance: instanceName(), Count: s.metrics.CountWebhook, Log: s.log, Clock: time.Now,
		Brands:      s.live.BrandIDs,
		Maintenance: s.maintenance.Status, Circuits: s.platforms.States, Unknown: s.stores.idempotency.ListUnknown,
		CircuitOpenAfter: settings.CircuitOpenAfter, PaymentUnknownAfter: settings.PaymentUnknownAfter,
	})
	if err != nil {
		return err
	}
	s.every(webhooksInterval, func(ctx context.Context, ticks <-chan time.Time) {
		defer s.maintenance.Subscribe(func(string) { notifier.Wake() })()
		notifier.Run(ctx, ticks)
	})
	return nil
}
