// Package studio manages the settings of brands that staff change without files. A brand has its
// files, the published overlay on top, and one draft on top of both.
package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/bounded"
)

// Errors of a Manager. A *ConflictError and config.Faults name fields.
var (
	ErrReadOnly   = errors.New("studio.edit in the server file is read_only: change the files of the brand")
	ErrProposed   = errors.New("a proposal or a scheduled publication exists: approve or withdraw it first")
	ErrNoChanges  = errors.New("there are no changes to publish")
	ErrNoProposal = errors.New("this proposal no longer exists")
	ErrUnknown    = errors.New("there is no such version or picture")
	ErrTooLarge   = errors.New("the draft or the picture is too large")
	ErrFull       = errors.New("the brand has too many unpublished pictures: publish it or wait for 30 days")
	ErrContended  = errors.New("other changes came first: try again")
	ErrPicture    = errors.New("a picture must be an SVG, PNG, JPEG or WebP of at most 4096 pixels a side")
)

// Options are the dependencies of a Manager. All are required, except Texts.
type Options struct {
	Heads    bff.SwapStore  // the publications of each brand
	Contents bff.KeyedStore // drafts, published overlays, pictures and language packs
	Bus      bff.Bus
	Live     *config.Live
	Audit    func(by string) Audit // of publications at their time
	Texts    bff.SiteTexts         // as in config.Source
	Clock    func() time.Time
	Log      *slog.Logger
}

// Manager implements the studio for one instance.
type Manager struct {
	Options
	blobs *bounded.Map[string, []byte] // by name
	stale atomic.Bool                  // the overlays must be applied, even if no head has changed

	applying sync.Mutex // serializes reload, guards the fields below
	raw      map[string][]byte
	overlays map[string]config.Overlay
	failing  bool
	logged   string // the last result of SetOverlays

	unpublished map[string]string // by brand, the last error of a scheduled publication, for Run alone

	previews sync.Map   // by brand id, of *preview
	decoding sync.Mutex // serializes the decoding of pictures
}

// message is a message between instances.
type message struct {
	Brand string `json:"brand"`
}

// New returns a Manager and applies the published overlays. If it cannot read the store, or if an
// overlay is invalid, it applies the files alone, and Run retries.
func New(ctx context.Context, o Options) *Manager {
	m := &Manager{
		Options: o, unpublished: map[string]string{},
		blobs: bounded.New(bounded.Options[string, []byte]{
			MaxEntries: 10_000, MaxBytes: 64 << 20, Size: func(b []byte) int64 { return int64(len(b)) },
		}),
	}
	MergeDrafts(o.Contents)
	m.stale.Store(true)
	m.reload(ctx)
	return m
}

func (m *Manager) isReadOnly() bool { return m.Live.Config().Server.Studio.ReadOnly() }

func (m *Manager) needsTwoPeople() bool { return m.Live.Config().Server.Studio.TwoPeople() }

// Run follows the changes of all instances and publishes at the scheduled times until ctx ends.
func (m *Manager) Run(ctx context.Context, ticks <-chan time.Time) {
	defer m.Bus.Subscribe(bff.TopicStudio, func([]byte) { m.reload(ctx) }, func() { m.reload(ctx) })()
	defer m.Live.Subscribe(func(*config.Config) { m.stale.Store(true) })()
	for next := m.Clock().Add(time.Minute); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			m.publishDue(ctx, m.reload(ctx))
			if now := m.Clock(); now.After(next) {
				if err := m.deleteUnused(ctx); err != nil {
					m.Log.WarnContext(ctx, "could not delete unused pictures, retrying in a day", "error", err)
				}
				next = now.Add(24 * time.Hour)
			}
		}
	}
}

// notify informs other instances and consoles. Instances that miss it reload at their next tick.
func (m *Manager) notify(ctx context.Context, brand string) {
	if err := bff.Publish(context.WithoutCancel(ctx), m.Bus, bff.TopicStudio, message{brand}); err != nil {
		m.Log.WarnContext(ctx, "could not notify other instances of a changed brand, they reload it at their next tick",
			"brand", brand, "error", err)
	}
}

// reload applies the heads of the store and returns them. A brand whose
// contents it cannot read keeps its previous overlay.
func (m *Manager) reload(ctx context.Context) map[string]head {
	m.applying.Lock()
	defer m.applying.Unlock()
	raw, heads, err := m.readHeads(ctx)
	if err == nil && (m.stale.Swap(false) || !maps.EqualFunc(m.raw, raw, bytes.Equal)) {
		if err = m.apply(ctx, heads); err == nil {
			m.raw = raw
		}
	}
	if err != nil && !m.failing && ctx.Err() == nil {
		m.Log.ErrorContext(ctx, "could not load the published changes of brands, using the last known ones until a "+
			"retry succeeds", "error", err)
	}
	if m.failing = err != nil; m.failing {
		m.stale.Store(true)
	}
	return heads
}

// apply gives the configuration the overlays of heads. A brand whose overlay it cannot read keeps the
// previous one, and apply returns the error.
func (m *Manager) apply(ctx context.Context, heads map[string]head) (failed error) {
	next := map[string]config.Overlay{}
	for brand, h := range heads {
		of, err := m.contents(ctx, h.live())
		if err == nil {
			next[brand], err = m.overlay(ctx, of.Fields)
		}
		if err != nil {
			next[brand], failed = m.overlays[brand], errors.Join(failed, err)
		}
	}
	m.overlays = next
	err := m.Live.SetOverlays(next)
	before := m.logged
	m.logged = fmt.Sprint(err)
	switch faults := config.Faults(nil); {
	case m.logged == before: // of a retry
	case errors.As(err, &faults):
		for _, f := range faults {
			m.Log.ErrorContext(ctx, "the published changes of a brand are invalid, Croupier continues with the "+
				"previous ones until you correct its files or publish again",
				"brand", path.Base(f.File), "field", f.Field, "editor", f.Editor, "problem", f.Problem)
		}
	case err != nil:
		m.Log.ErrorContext(ctx, "could not apply the published changes of brands", "error", err)
	}
	return failed
}
