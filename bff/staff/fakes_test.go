package staff_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"croupier/bff"
)

// memoryRecords is a bff.RecordStore in memory.
type memoryRecords struct {
	mu  sync.Mutex
	all map[string][]byte
}

func (k *memoryRecords) Put(_ context.Context, key string, value []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		k.all = map[string][]byte{}
	}
	k.all[key] = value
	return nil
}

func (k *memoryRecords) Delete(_ context.Context, key string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.all, key)
	return nil
}

func (k *memoryRecords) Swap(_ context.Context, key string, old, value []byte) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, ok := k.all[key]
	if ok != (old != nil) || !bytes.Equal(now, old) {
		return false, nil
	}
	if k.all == nil {
		k.all = map[string][]byte{}
	}
	if k.all[key] = value; value == nil {
		delete(k.all, key)
	}
	return true, nil
}

func (k *memoryRecords) All(context.Context) (map[string][]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return maps.Clone(k.all), nil
}

// memoryAudit is an AuditStore in memory without bounds.
type memoryAudit struct {
	mu      sync.Mutex
	ids     []string
	values  map[string][]byte
	fault   error         // what writing fails with
	after   int           // lines that are written before it does
	written chan struct{} // receives a value per write, where there is room

	readFault error // what reading fails with
	reads     int   // pages that are read before it does
}

func newLines() *memoryAudit {
	return &memoryAudit{values: map[string][]byte{}, written: make(chan struct{}, 1000)}
}

func (l *memoryAudit) Put(_ context.Context, id string, value []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		if l.after--; l.after < 0 {
			return l.fault
		}
	}
	if l.values[id] == nil {
		l.ids = append(l.ids, id)
		slices.Sort(l.ids)
	}
	l.values[id] = value
	select {
	case l.written <- struct{}{}:
	default:
	}
	return nil
}

func (l *memoryAudit) Page(_ context.Context, before string, limit int) (out [][]byte, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.readFault != nil {
		if l.reads--; l.reads < 0 {
			return nil, l.readFault
		}
	}
	for _, id := range slices.Backward(l.ids) {
		if len(out) < limit && (before == "" || id < before) {
			out = append(out, l.values[id])
		}
	}
	return out, nil
}

// failAfter lets n more writes succeed.
func (l *memoryAudit) failAfter(fault error, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault, l.after = fault, n
}

// failReads lets n more reads succeed.
func (l *memoryAudit) failReads(fault error, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.readFault, l.reads = fault, n
}

// maintenance is a staff.Maintenance in memory. It knows one switch per brand.
type maintenance struct {
	now      func() time.Time
	switches map[string]bff.MaintenanceNotice
	windows  map[string]bff.MaintenanceWindow // by id
	links    map[string]bff.BypassLink        // by brand/id
	fail     error                            // of changes to windows and links
}

func (m *maintenance) Status(brand string) bff.MaintenanceStatus {
	s := bff.MaintenanceStatus{Brand: brand, State: bff.StatusOpen, Switches: []bff.MaintenanceSwitch{}, Windows: []bff.MaintenanceWindow{}}
	if n, ok := m.switches[brand]; ok {
		s.State, s.By = bff.StatusMaintenance, n.By
	}
	for _, id := range slices.Sorted(maps.Keys(m.windows)) {
		if w, ok := m.Window(context.Background(), brand, id); ok {
			s.Windows = append(s.Windows, w)
		}
	}
	return s
}

func (m *maintenance) SetSwitch(_ context.Context, brand string, n bff.MaintenanceNotice) error {
	m.switches[brand] = n
	return nil
}

func (m *maintenance) ClearSwitch(_ context.Context, brand string, _ []string) error {
	delete(m.switches, brand)
	return nil
}

func (m *maintenance) Window(_ context.Context, brand, id string) (w bff.MaintenanceWindow, ok bool) {
	w, ok = m.windows[id]
	w.State = w.StateAt(m.now())
	return w, ok && w.Brand == brand
}

func (m *maintenance) AddWindow(_ context.Context, brand string, w bff.MaintenanceWindow) (bff.MaintenanceWindow, error) {
	w.ID, w.Brand, w.Version = fmt.Sprintf("w%d", len(m.windows)+1), brand, 1
	if m.fail != nil {
		return w, m.fail
	}
	m.windows[w.ID] = w
	w.State = w.StateAt(m.now())
	return w, nil
}

func (m *maintenance) ChangeWindow(_ context.Context, _, id string, version int, c bff.MaintenanceChange) (bff.MaintenanceWindow, error) {
	w := m.windows[id]
	if m.fail != nil || w.Version != version {
		return w, m.fail
	}
	w = w.With(c)
	w.Version++
	m.windows[id] = w
	w.State = w.StateAt(m.now())
	return w, nil
}

func (m *maintenance) EndWindow(_ context.Context, _, id, by string) (bff.MaintenanceWindow, error) {
	w := m.windows[id]
	if m.fail != nil {
		return w, m.fail
	}
	w.Ended = &bff.MaintenanceEnd{By: by, At: m.now()}
	w.State = bff.WindowEnded
	w.Version++
	m.windows[id] = w
	return w, nil
}

func (m *maintenance) AddBypassLink(_ context.Context, brand, by string) (l bff.BypassLink, token string, err error) {
	if m.fail != nil {
		return l, "", m.fail
	}
	l = bff.BypassLink{ID: fmt.Sprintf("l%d", len(m.links)+1), By: by, Until: m.now().Add(time.Hour)}
	m.links[brand+"/"+l.ID] = l
	return l, "word", nil
}

func (m *maintenance) BypassLinks(string) []bff.BypassLink {
	return slices.AppendSeq([]bff.BypassLink{}, maps.Values(m.links))
}

func (m *maintenance) RevokeBypassLink(_ context.Context, brand, id string) error {
	if _, ok := m.links[brand+"/"+id]; !ok {
		return bff.ErrMaintenanceUnknown
	}
	delete(m.links, brand+"/"+id)
	return nil
}
