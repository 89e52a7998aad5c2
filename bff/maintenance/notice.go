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

// Everywhere is the key that stands for all brands.
const Everywhere = "*"

// Notice is maintenance declared by staff, in force from From until Until.
type Notice struct {
	Message map[string]string `json:"message,omitempty"` // by language
	From    time.Time         `json:"from,omitzero"`     // zero: at once
	Until   time.Time         `json:"until,omitzero"`    // zero: until cleared
	Calls   []string          `json:"calls,omitempty"`   // class or class/method; empty: the whole site
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`  // addresses that bypass it
	By      string            `json:"by,omitempty"`      // staff account
	Since   time.Time         `json:"since"`             // set by Manager.Set
}

// Errors of an invalid notice.
var (
	ErrEndsBeforeStart = errors.New("must be after the start and after now")
	ErrBadCalls        = errors.New("want class or class/method")
	ErrBadBypass       = errors.New("want an address range such as 203.0.113.0/24")
)

var callForm = regexp.MustCompile(`^[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?$`)

func (n *Notice) check(now time.Time) error {
	if !n.Until.IsZero() && (!n.Until.After(n.From) || !n.Until.After(now)) {
		return fmt.Errorf("until %s: %w", n.Until.Format(time.RFC3339), ErrEndsBeforeStart)
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

// clone returns a deep copy, so that what State returns never changes under its reader.
func (n *Notice) clone() *Notice {
	c := *n
	c.Message, c.Calls, c.Bypass = maps.Clone(n.Message), slices.Clone(n.Calls), slices.Clone(n.Bypass)
	return &c
}

// active reports whether n is in force at now.
func (n *Notice) active(now time.Time) bool {
	return !now.Before(n.From) && (n.Until.IsZero() || now.Before(n.Until))
}

// matches reports whether n applies to call; the empty call is the whole site.
func (n *Notice) matches(call string) bool {
	if len(n.Calls) == 0 {
		return true
	}
	class, _, _ := strings.Cut(call, "/")
	return slices.Contains(n.Calls, call) || slices.Contains(n.Calls, class)
}

// allows reports whether n lets visitor bypass it. An invalid address never bypasses.
func (n *Notice) allows(visitor netip.Addr) bool {
	return slices.ContainsFunc(n.Bypass, func(p netip.Prefix) bool { return p.Contains(visitor) })
}

func (n *Notice) state() bff.MaintenanceState {
	return bff.MaintenanceState{On: true, Message: n.Message, Until: n.Until}
}
