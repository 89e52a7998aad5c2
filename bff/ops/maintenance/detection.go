package maintenance

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// partClosedFor is the time for which a part with detected maintenance stays closed. Parts cannot
// be probed, so a player's call has to detect whether the maintenance continues.
const partClosedFor = 30 * time.Second

type detection struct {
	since time.Time
	until time.Time // zero: until a probe reports ProbeOpen
}

func (d detection) active(now time.Time) bool { return d.until.IsZero() || now.Before(d.until) }

// ReportDetected implements gateway.Maintenance.
func (m *Manager) ReportDetected(where string) { m.changeDetected(where, true) }

// ClearDetected removes detected maintenance of a brand, brand/class or brand/class/method.
func (m *Manager) ClearDetected(where string) {
	m.resets.Add(1)
	m.changeDetected(where, false)
}

// changeDetected calls setDetected on all instances. It does not block players' calls.
func (m *Manager) changeDetected(where string, closed bool) {
	if !m.setDetected(where, closed) {
		return
	}
	select {
	case m.outgoing <- message{Brand: where, Detected: &closed}:
	default: // dropped: the other instances detect it themselves
	}
}

// setDetected records a detection or its end, and reports whether the state changed.
func (m *Manager) setDetected(where string, closed bool) (changed bool) {
	now := m.Now()
	m.mu.Lock()
	d, ok := m.detected[where]
	changed = closed != (ok && d.active(now))
	switch {
	case changed && closed:
		d = detection{since: now}
		if strings.Contains(where, "/") {
			d.until = now.Add(partClosedFor)
		}
		m.detected[where] = d
	case changed:
		delete(m.detected, where)
	}
	m.mu.Unlock()
	if changed {
		m.notify(where)
	}
	return changed
}

func (m *Manager) clearDetected(brand string, calls []string) {
	m.mu.Lock()
	before := len(m.detected)
	maps.DeleteFunc(m.detected, func(where string, _ detection) bool {
		of, part, _ := strings.Cut(where, "/")
		isCleared := func(call string) bool { return call == part || strings.HasPrefix(call, part+"/") }
		return (brand == Everywhere || of == brand) &&
			(len(calls) == 0 || part != "" && slices.ContainsFunc(calls, isCleared))
	})
	cleared := len(m.detected) < before
	m.mu.Unlock()
	if cleared {
		m.notify(brand)
	}
}

// detectedOf returns the detected maintenance of a brand, the whole brand first.
func (m *Manager) detectedOf(brand string, now time.Time) []bff.MaintenanceDetection {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []bff.MaintenanceDetection
	for _, where := range slices.Sorted(maps.Keys(m.detected)) {
		of, part, _ := strings.Cut(where, "/")
		if d := m.detected[where]; of == brand && d.active(now) {
			found := bff.MaintenanceDetection{Part: part, Since: d.since}
			if part != "" {
				found.Parts = m.Contract.PartsOf(part)
			}
			out = append(out, found)
		}
	}
	return out
}

// ProbeResult is the maintenance state that a platform reports to a probe.
type ProbeResult int

// The results of a probe.
const (
	ProbeUnknown ProbeResult = iota // the platform gave no usable response
	ProbeOpen
	ProbeClosed
)

const (
	probeTimeout = 5 * time.Second  // of one round of probes
	pollInterval = 15 * time.Second // the time between probes of open brands
)

// NewProbe returns a probe that calls maintenance/check_status. An unknown brand is open.
func NewProbe(calls *contract.Catalogue, upstream bff.Upstream,
	brandByID func(id string) (*bff.Brand, bool),
) func(context.Context, string) ProbeResult {
	return func(ctx context.Context, id string) ProbeResult {
		b, ok := brandByID(id)
		if !ok {
			return ProbeOpen
		}
		call, ok := calls.Lookup("maintenance", "check_status")
		if !ok {
			return ProbeUnknown
		}
		data := calls.Complete(call, map[string]any{}, b.DefaultLang())
		a, err := upstream.Do(ctx, &bff.UpstreamRequest{
			RequestID: "probe", Brand: b, Partition: bff.Partition(b.ID), Call: call, Rules: calls.Resolve(call, data),
			Data: data, Lang: b.DefaultLang(),
		})
		return resultOf(a, err)
	}
}

// closedCodes are the codes with which result=false means maintenance. Other codes refuse the call.
var closedCodes = []int{http.StatusOK, http.StatusBadRequest, http.StatusServiceUnavailable}

func resultOf(a *bff.Answer, err error) ProbeResult {
	switch {
	case errors.Is(err, bff.ReasonMaintenance), errors.Is(err, bff.ReasonPartMaintenance):
		return ProbeClosed
	case err != nil:
		return ProbeUnknown
	case a.Result:
		return ProbeOpen
	case slices.Contains(closedCodes, a.Code):
		return ProbeClosed
	}
	return ProbeUnknown
}

// startProbes probes in the background because a slow platform must not delay declared maintenance.
func (m *Manager) startProbes(ctx context.Context, probes *sync.WaitGroup) {
	due := m.brandsToProbe()
	if len(due) == 0 || !m.probing.CompareAndSwap(false, true) {
		return
	}
	probes.Go(func() {
		defer m.probing.Store(false)
		m.probeAll(ctx, due)
	})
}

// brandsToProbe returns brands with detections, and other brands at every pollInterval.
func (m *Manager) brandsToProbe() []string {
	var due []string
	m.mu.RLock()
	defer m.mu.RUnlock()
	for where := range m.detected {
		if !strings.Contains(where, "/") {
			due = append(due, where)
		}
	}
	if now := m.Now(); now.Sub(m.lastPolled) >= pollInterval {
		m.lastPolled = now
		for _, brand := range m.Brands() {
			if _, ok := m.detected[brand]; !ok {
				due = append(due, brand)
			}
		}
	}
	return due
}

func (m *Manager) probeAll(ctx context.Context, brands []string) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var wg sync.WaitGroup
	for _, brand := range brands {
		wg.Go(func() {
			resets := m.resets.Load()
			found := m.Probe(ctx, brand)
			if found == ProbeClosed && m.resets.Load() != resets {
				return // the probe started before ClearDetected
			}
			if found != ProbeUnknown {
				m.changeDetected(brand, found == ProbeClosed)
			}
		})
	}
	wg.Wait()
}
