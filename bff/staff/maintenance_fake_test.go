package staff_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/staff"
)

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

var _ staff.Maintenance = (*maintenance)(nil)
