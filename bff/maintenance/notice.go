package maintenance

import (
	"errors"
	"fmt"
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
	By      string            `json:"by,omitempty"`      // who declared it
	Since   time.Time         `json:"since"`             // when; set by Manager.Set
}

// Faults of a notice.
var (
	ErrOver     = errors.New("it would be over before it begins")
	ErrBadCalls = errors.New("want class or class/method")
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
	return nil
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

func (n *Notice) state() bff.MaintenanceState {
	return bff.MaintenanceState{On: true, Message: n.Message, Until: n.Until}
}
