package main

import (
	"context"
	"log/slog"
	"time"

	"croupier/bff/config"
	"croupier/bff/ops/telemetry"
	"croupier/bff/ops/webhook"
)

const (
	// webhookRecords is the name of events and their deliveries in the store.
	webhookRecords = "webhooks"
	// webhooksInterval is the time between two looks for events.
	webhooksInterval = 2 * time.Second
)

// openWebhooks returns nil where the server file names no receiver.
func openWebhooks(p *parts, metrics *telemetry.Metrics, live *config.Live, log *slog.Logger) (*webhook.Notifier, error) {
	settings := live.Config().Server.Webhooks
	if len(settings.Receivers) == 0 {
		return nil, nil //nolint:nilnil // webhooks are optional
	}
	records, err := p.stores.records(webhookRecords)
	if err != nil {
		return nil, err
	}
	receivers := make([]webhook.Receiver, len(settings.Receivers))
	for i, r := range settings.Receivers {
		receivers[i] = webhook.Receiver{URL: r.URL, Secret: r.Secret, Brands: r.Brands}
		for _, kind := range r.Events {
			receivers[i].Events = append(receivers[i].Events, webhook.Kind(kind))
		}
	}
	return webhook.New(webhook.Options{
		Receivers: receivers, Store: records, Instance: instanceName(), Count: metrics.CountWebhook, Log: log, Clock: time.Now,
		Brands:      func() []string { return brandIDs(live.Brands()) },
		Maintenance: p.maintenance.Status, Circuits: p.platforms.States, Unknown: p.stores.idempotency.ListUnknown,
		CircuitOpenAfter: time.Duration(settings.CircuitOpenAfter), PaymentUnknownAfter: time.Duration(settings.PaymentUnknownAfter),
	})
}

// runWebhooks looks for events until ctx ends, and as soon as maintenance changes.
func (p *parts) runWebhooks(ctx context.Context) {
	if p.webhooks == nil {
		return
	}
	defer p.maintenance.Subscribe(func(string) { p.webhooks.Wake() })()
	p.webhooks.Run(ctx, time.Tick(webhooksInterval))
}
