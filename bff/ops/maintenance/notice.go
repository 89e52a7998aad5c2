package maintenance

import (
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Everywhere is the key that stands for all brands.
const Everywhere = bff.AllBrands

// Errors of an invalid notice or window.
var (
	ErrEndsBeforeStart = errors.New("must be after the start and after now")
	ErrStarted         = errors.New("the start of an open window cannot be changed")
	ErrBadCalls        = errors.New("want class or class/method, and none with parts")
	ErrBadPart         = errors.New("want one of " + strings.Join(bff.PartNames(bff.Parts), ", "))
	ErrBadBypass       = errors.New("want an address range such as 203.0.113.0/24")
)

var callForm = regexp.MustCompile(`^[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?$`)

func checkNotice(n *bff.MaintenanceNotice) error {
	for _, part := range n.Parts {
		if !slices.Contains(bff.Parts, part) {
			return fmt.Errorf("parts %q: %w", part, ErrBadPart)
		}
	}
	for _, call := range n.Calls {
		if len(n.Parts) > 0 || !callForm.MatchString(call) {
			return fmt.Errorf("calls %q: %w", call, ErrBadCalls)
		}
	}
	if slices.ContainsFunc(n.Bypass, func(p netip.Prefix) bool { return !p.IsValid() }) {
		return ErrBadBypass
	}
	return nil
}

func checkWindow(w *bff.MaintenanceWindow, now time.Time) error {
	if !w.Until.IsZero() && (!w.Until.After(w.From) || !w.Until.After(now)) {
		return fmt.Errorf("until %s: %w", w.Until.Format(time.RFC3339), ErrEndsBeforeStart)
	}
	return checkNotice(&w.MaintenanceNotice)
}

// closure is a manual switch or a window: what closes a brand, or will.
type closure struct {
	bff.MaintenanceNotice
	brand       string // or Everywhere
	since       time.Time
	from, until time.Time
}

// closureOf returns the closure of a window that has not ended.
func closureOf(w *bff.MaintenanceWindow) *closure {
	return &closure{MaintenanceNotice: w.Clone(), brand: w.Brand, since: w.From, from: w.From, until: w.Until}
}

// active reports whether c is in force at now.
func (c *closure) active(now time.Time) bool {
	return !now.Before(c.from) && (c.until.IsZero() || now.Before(c.until))
}

// isWhole reports whether c closes the whole site.
func (c *closure) isWhole() bool { return len(c.Parts) == 0 && len(c.Calls) == 0 }

// matches reports whether c applies to a call or a part; the empty name is the whole site.
func (c *closure) matches(name string) bool {
	class, _, _ := strings.Cut(name, "/")
	return c.isWhole() || slices.Contains(c.Parts, bff.Part(name)) || slices.Contains(c.Calls, name) || slices.Contains(c.Calls, class)
}

// allows reports whether c lets visitor bypass it. An invalid address never bypasses.
func (c *closure) allows(visitor netip.Addr) bool {
	return slices.ContainsFunc(c.Bypass, func(p netip.Prefix) bool { return p.Contains(visitor) })
}

// endsAfter orders the closures that hold at once: the one that ends last comes first, of equal ones
// the brand's own before that of all brands, then the later one.
func (c *closure) endsAfter(o *closure) int {
	if c.until.IsZero() != o.until.IsZero() {
		if c.until.IsZero() {
			return -1
		}
		return 1
	}
	if d := o.until.Compare(c.until); d != 0 {
		return d
	}
	if (c.brand == Everywhere) != (o.brand == Everywhere) {
		if o.brand == Everywhere {
			return -1
		}
		return 1
	}
	return o.since.Compare(c.since)
}

// messageOf returns the first message of closures that are sorted by endsAfter.
func messageOf(all []*closure) map[string]string {
	for _, c := range all {
		if len(c.Message) > 0 {
			return c.Message
		}
	}
	return nil
}
