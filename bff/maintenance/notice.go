package maintenance

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Everywhere is the brand that stands for all of them.
const Everywhere = "*"

// Notice is maintenance that staff declared. It holds from From until Until.
type Notice struct {
	Message map[string]string `json:"message,omitempty"` // by language
	From    time.Time         `json:"from,omitzero"`     // zero: at once
	Until   time.Time         `json:"until,omitzero"`    // zero: until it is cleared
	Calls   []string          `json:"calls,omitempty"`   // class or class/method; empty: the whole site
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`  // visitors it does not concern
	By      string            `json:"by,omitempty"`      // who declared it
	Since   time.Time         `json:"since"`             // when; set by Manager.Set
}

// Faults of a notice.
var (
	ErrOver      = errors.New("it would be over before it begins")
	ErrBadCalls  = errors.New("want class or class/method")
	ErrBadBypass = errors.New("want an address range such as 203.0.113.0/24")
)

var callForm = regexp.MustCompile(`^[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?$`)

func (n *Notice) check(now time.Time) error {
	if !n.Until.IsZero() && (!n.Until.After(n.From) || !n.Until.After(now)) {
		return fmt.Errorf("until %s: %w", n.Until.Format(time.RFC3339), ErrOver)
	}
	for _, call := range n.Calls {
		if !callForm.MatchString(call) {
			return fmt.Errorf("calls %q: %w", call, ErrBadCalls)
		}
	}
	for _, p := range n.Bypass {
		if !p.IsValid() {
			return ErrBadBypass
		}
	}
	return nil
}

// clone is a copy whose parts nobody else holds: what State hands out must not change
// under its reader.
func (n *Notice) clone() *Notice {
	c := *n
	c.Message, c.Calls, c.Bypass = maps.Clone(n.Message), slices.Clone(n.Calls), slices.Clone(n.Bypass)
	return &c
}

// holds tells whether n is in force at now.
func (n *Notice) holds(now time.Time) bool {
	return !now.Before(n.From) && (n.Until.IsZero() || now.Before(n.Until))
}

// covers tells whether n concerns call; the empty call is the whole site.
func (n *Notice) covers(call string) bool {
	if len(n.Calls) == 0 {
		return true
	}
	class, _, _ := strings.Cut(call, "/")
	return slices.Contains(n.Calls, call) || slices.Contains(n.Calls, class)
}

// lets tells whether visitor, who may be nobody in particular, passes n.
func (n *Notice) lets(visitor netip.Addr) bool {
	return slices.ContainsFunc(n.Bypass, func(p netip.Prefix) bool { return p.Contains(visitor) })
}

func (n *Notice) state() bff.MaintenanceState {
	return bff.MaintenanceState{On: true, Message: n.Message, Until: n.Until}
}
