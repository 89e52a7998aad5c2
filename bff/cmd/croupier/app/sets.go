package app

import (
	"slices"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/speed"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/traffic"
	"croupier/bff/player/payments"
)

// Sets of records in the store.
const (
	blockRecords       = "blocks"
	breakerRecords     = "breaker-overrides"
	maintenanceRecords = "maintenance" // switches, windows and bypass links
	staffRecords       = "staff"
	auditRecords       = "audit-heads" // the ends of the chains of audit entries
	tokenRecords       = "tokens"      // machine accounts
	webhookRecords     = "webhooks"    // events and their deliveries
	sinkRecords        = "audit-sinks" // the positions of audit sinks
	studioRecords      = "studio"      // publications of brands

	protectionRecords = "protection" // of players: limits, breaks and exclusions

	// studioContents are drafts, published overlays, pictures and language packs.
	studioContents = "studio-contents"
)

// recordSets are the sets of records that a migration moves, except players.
var recordSets = []string{
	blockRecords, staffRecords, auditRecords, maintenanceRecords, breakerRecords, webhookRecords, sinkRecords,
	tokenRecords, studioRecords,
}

// migrated returns the name of a set. It panics if a migration would not move the set.
func migrated(name string) string {
	if !slices.Contains(recordSets, name) {
		panic("records " + name + " are missing in recordSets")
	}
	return name
}

// Audit logs in the store.
const (
	staffActions  = "staff"
	staffRefusals = "staff-refusals"
)

func auditRetentions(r config.Retention) map[string]bff.Retention {
	return map[string]bff.Retention{
		staffActions:  {MaxEntries: staff.MaxActions, MaxAge: config.Days(r.Audit)},
		staffRefusals: {MaxEntries: staff.MaxRefusals, MaxAge: config.Days(r.RefusedLogins)},
	}
}

// Collections in the store, which a migration does not move.
const (
	requestsCollection = "requests"
	playersCollection  = "players"
	devicesCollection  = "login-devices"
	trafficCollection  = "traffic"
	speedCollection    = "speed"
	waitingCollection  = "payments-waiting"
	notSentCollection  = "payments-not-sent"
)

func collectionRetentions(r config.Retention) map[string]bff.Retention {
	return map[string]bff.Retention{
		requestsCollection: {MaxEntries: activity.MaxRequests, MaxAge: config.Days(r.Requests)},
		playersCollection:  {MaxEntries: activity.MaxPlayers, MaxAge: config.Days(r.Players)},
		devicesCollection:  {MaxEntries: activity.MaxKnownDevices, MaxAge: config.Days(r.Players)},
		trafficCollection:  traffic.Retention,
		speedCollection:    speed.Retention,
		waitingCollection:  payments.WaitingRetention,
		notSentCollection:  payments.NotSentRetention,
	}
}
