package gateway

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"croupier/bff"
)

// Options are the dependencies and settings of New. Fields without a stated default are required.
type Options struct {
	Contract Contract
	Brands   func(host string) (*bff.Brand, bool) // host in lower case, without port
	Sessions bff.Sessions
	Upstream bff.Upstream
	// Refusal returns the reason for which Upstream would refuse a call now without sending it, or
	// nil. It must cost little. A nil Refusal refuses nothing early.
	Refusal          func(brand *bff.Brand, call *bff.Call, world string) error
	Cache            ResponseCache // nil disables caching
	Maintenance      Maintenance
	Limiter          bff.Limiter
	Blocks           Blocks // nil: nobody is blocked
	IdempotencyStore bff.IdempotencyStore
	Bypass           MaintenanceBypass // nil disables the bypass
	Planned          Planned           // nil: players get no notice of planned maintenance
	Previews         Previews          // nil disables previews of drafts
	Events           Events            // nil disables /v1/events
	Bus              bff.Bus           // receives balance changes; nil disables them
	Payments         Payments          // nil: payments are not followed
	Protection       Protection        // nil: limits/* is unsupported, and nothing is limited
	Devices          Devices           // nil: no device is new
	Search           Search            // answers search/suggest; nil: the call is unsupported

	Site      http.Handler                     // everything that no other route answers; bff.ScopeOf(ctx) has the brand
	Mock      http.Handler                     // /mock/ and /__mock/; nil disables them
	Staff     http.Handler                     // /staff/v1/, the console's API; nil disables it
	Bootstrap func(*bff.Scope) ([]byte, error) // the JSON of /v1/bootstrap
	Ready     func() []string                  // reasons against sending traffic here; default none

	TrustedProxies []netip.Prefix   // proxies whose forwarding headers are believed; default none
	CountryHeader  string           // their header with the visitor's country (ISO 3166); empty: countries are unknown
	Clock          func() time.Time // default time.Now
	Log            *slog.Logger     // default slog.Default()
	AccessLog      AccessLog        // of requests; nil disables it
	Observer       bff.Observer     // nil disables it
	// Heartbeats returns a ticker for the heartbeats of one stream of /v1/events; default every 15 s.
	Heartbeats func() (beats <-chan time.Time, stop func())
}

// check reports all missing options at once and sets defaults.
func (o *Options) check() error {
	var faults []error
	for _, f := range []struct {
		name    string
		missing bool
	}{
		{"Contract", o.Contract == nil},
		{"Brands", o.Brands == nil},
		{"Sessions", o.Sessions == nil},
		{"Upstream", o.Upstream == nil},
		{"Maintenance", o.Maintenance == nil},
		{"Limiter", o.Limiter == nil},
		{"IdempotencyStore", o.IdempotencyStore == nil},
		{"Site", o.Site == nil},
		{"Bootstrap", o.Bootstrap == nil},
	} {
		if f.missing {
			faults = append(faults, fmt.Errorf("option %s is missing", f.name))
		}
	}
	if o.Payments == nil {
		o.Payments = noPayments{}
	}
	if o.Planned == nil {
		o.Planned = func(string) (w bff.MaintenanceWindow, ok bool) { return w, false }
	}
	if o.Ready == nil {
		o.Ready = func() []string { return nil }
	}
	if o.Heartbeats == nil {
		o.Heartbeats = heartbeats
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return errors.Join(faults...)
}
