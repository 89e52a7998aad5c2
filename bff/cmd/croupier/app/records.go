package app

import (
	"context"
	"crypto/rand"
	"os"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/traffic"
	"croupier/bff/ops/webhook"
	"croupier/bff/platform/upstream"
)

// openRecords opens the log of requests and players, and the counter of traffic.
func (s *server) openRecords(ctx context.Context) error {
	s.devices = &activity.KnownDevices{Devices: s.collections[devicesCollection], IndexKey: s.index, Clock: time.Now}
	instance := instanceName()
	s.activity = activity.New(ctx, activity.Options{
		Requests: s.collections[requestsCollection], Players: s.collections[playersCollection],
		Devices: s.devices, IndexKey: s.index, Instance: instance, Log: s.log,
	})
	s.onClose(s.activity.Close)
	s.traffic = traffic.New(ctx, traffic.Options{Store: s.collections[trafficCollection], Instance: instance, Log: s.log, Clock: time.Now})
	s.onClose(s.traffic.Close)
	return nil
}

// instanceName returns a name of this process: that of its host or pod, and a random part.
func instanceName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "-" + strings.ToLower(rand.Text()[:6])
}

// countedDeviations lists deviations and counts their answers as traffic.
type countedDeviations struct {
	*upstream.DeviationLog
	traffic *traffic.Counter
}

func (d countedDeviations) Observe(ctx context.Context, r *bff.UpstreamRequest, upstream string, found []bff.Violation) {
	d.DeviationLog.Observe(ctx, r, upstream, found)
	d.traffic.CountViolation(r.Brand.ID, r.Call.Class, upstream)
}

// openWebhooks opens the notifier where the server file names a receiver. It also wakes when maintenance changes.
func (s *server) openWebhooks(context.Context) error {
	settings := s.live.Config().Server.Webhooks
	if len(settings.Receivers) == 0 {
		return nil
	}
	notifier, err := webhook.New(webhook.Options{
		Webhooks: settings, Store: s.stores.records(webhookRecords), Instance: instanceName(), Count: s.metrics.CountWebhook, Log: s.log, Clock: time.Now,
		Brands:      s.live.BrandIDs,
		Maintenance: s.maintenance.Status, Circuits: s.platforms.States, Unknown: s.stores.idempotency.ListUnknown,
	})
	if err != nil {
		return err
	}
	s.every(2*time.Second, func(ctx context.Context, ticks <-chan time.Time) {
		defer s.maintenance.Subscribe(func(string) { notifier.Wake() })()
		notifier.Run(ctx, ticks)
	})
	return nil
}
