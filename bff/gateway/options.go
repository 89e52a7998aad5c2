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

// Options are what New joins. Fields without a stated default are required.
type Options struct {
	Contract         Contract
	Brands           func(host string) (*bff.Brand, bool) // host in lower case, without port
	Sessions         Sessions
	Upstream         bff.Upstream
	Answers          ResponseCache // nil: nothing is kept
	Maintenance      Maintenance
	Limiter          bff.Limiter
	IdempotencyStore IdempotencyStore
	Bypass           MaintenanceBypass // nil: nobody passes maintenance
	Events           Events            // nil: there is no /v1/events
	Bus              bff.Bus           // told of moved balances; nil: nobody is

	Site      http.Handler                     // whatever no route here answers; bff.ScopeOf(ctx) tells the brand
	Mock      http.Handler                     // below /mock/ and /__mock/; nil: there is none
	Staff     http.Handler                     // below /staff/v1/, the console's API; nil: there is none
	Bootstrap func(*bff.Scope) ([]byte, error) // the JSON of /v1/bootstrap
	Ready     func() []string                  // why no traffic should be sent here; nil: always ready

	TrustedProxies []netip.Prefix   // whose forwarding headers are believed; none by default
	CountryHeader  string           // in which they tell the visitor's country (ISO 3166); empty: every country is unknown
	Clock          func() time.Time // default time.Now
	Log            *slog.Logger     // default slog.Default()
	Metrics        bff.Observer     // nil: nobody counts
	// Heartbeats times the signs of life of one stream of /v1/events; default every 15 s.
	Heartbeats func() (beats <-chan time.Time, stop func())
}

// check finds what is missing, all of it at once, and fills defaults in.
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
