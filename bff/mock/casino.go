// Package mock is a pretend casino platform: the upstream that the demo, the front-end
// developer and the tests talk to. Its Handler speaks the platform's envelope and serves
// the pictures and playable pages that answers point at. Each tester may have a world of
// their own (calls.md §6).
package mock

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"croupier/bff/contract"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/tape"
	"croupier/bff/mock/world"
)

// Options say what the casino is built from.
type Options struct {
	Seed     uint64              // the same seed and clock give the same answers
	Clock    func() time.Time    // nil: the wall clock
	Control  bool                // serve the control surface /__mock/
	BaseURL  string              // put before the paths in answers; empty leaves them relative
	Sites    map[string]string   // origin of each brand's site, by brand id; "" for the brands not named
	Log      *slog.Logger        // nil: nothing is logged
	Contract *contract.Catalogue // what answers are held against; nil: they are not

	// Wait is how answers are late: it lets d pass, and is false where the caller gave up
	// meanwhile. nil: by the wall clock.
	Wait func(ctx context.Context, d time.Duration) bool
	Tape *tape.Tape // what a real platform answered, told before the world is; nil: nothing
}

// Casino is the platform with all its worlds. It is safe for concurrent use.
type Casino struct {
	options  Options
	registry map[string]calls.Func
	worlds   *worlds
	drift    *drift
	art      *gallery
	handler  http.Handler
}

// New builds the casino. It fails where the seed's catalogue or an address is broken.
func New(o Options) (*Casino, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	if o.BaseURL != "" && !strings.HasPrefix(o.BaseURL, "http://") && !strings.HasPrefix(o.BaseURL, "https://") {
		return nil, fmt.Errorf("mock: base address %q: want http:// or https://", o.BaseURL)
	}
	sites, err := checkSites(o.Sites)
	if err != nil {
		return nil, err
	}
	o.Sites = sites
	catalogue, err := world.NewCatalogue(o.Seed)
	if err != nil {
		return nil, fmt.Errorf("mock: %w", err)
	}
	c := &Casino{
		options:  o,
		registry: calls.Registry(),
		worlds:   newWorlds(o, catalogue),
	}
	c.drift = newDrift(o, c.registry)
	c.art = newGallery(c.worlds.version)
	c.handler = c.routes()
	return c, nil
}

// Handler serves the platform: POST /endpoint/v1, /mock/ and, where Control is set,
// /__mock/.
func (c *Casino) Handler() http.Handler { return c.handler }
