// Package protection enforces player protection by limits, breaks and exclusions (README.md). The
// methods of Player are the rules. They read no clock and no store, so a caller can apply them
// again to a newer state.
package protection

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/internal/bounded"
)

// Player is the state of one player at one brand. The zero Player has no settings.
type Player struct {
	Brand  string `json:"brand,omitempty"`
	Player string `json:"player,omitempty"` // see bff.Identity.Player

	Limits   []bff.PlayerLimit `json:"limits,omitempty"`
	Deposits []Deposit         `json:"deposits,omitempty"` // of the current month and later

	Played      []PlayedDay `json:"played,omitempty"`      // of the current month and later
	LastMinute  time.Time   `json:"lastMinute,omitzero"`   // last minute that counts as session time
	RoundsAsOf  time.Time   `json:"roundsAsOf,omitzero"`   // time of the platform's last report of rounds
	RoundsSince time.Time   `json:"roundsSince,omitzero"`  // start of the reported rounds
	FinalUntil  time.Time   `json:"finalUntil,omitzero"`   // earlier rounds are not fetched again
	RealityTime int         `json:"realityTime,omitempty"` // minutes between two reality checks, 0: the brand's default

	Closing

	NotedIn string      `json:"notedIn,omitempty"` // personScope of the recorded personal data
	Keys    []PersonKey `json:"keys,omitempty"`    // keys of the player's personal data, see person.go
	Told    bool        `json:"told,omitempty"`    // the records of these keys contain the self-exclusion

	Members []Member          `json:"members,omitempty"` // of a person, or with proposals at a brand
	Matches []bff.PersonMatch `json:"matches,omitempty"` // in the record of a brand

	Platform *Held `json:"platform,omitempty"` // nil: the platform has reported no limits or has none

	History   []bff.LimitChange   `json:"history,omitempty"`   // oldest first
	Proposals []bff.LimitProposal `json:"proposals,omitempty"` // proposals of staff
}

// Rules contains a brand's requirements for all its players.
type Rules struct {
	bff.ProtectionRules
	Zone *time.Location // time zone of the periods
}

func (r *Rules) loosenAfter() time.Duration { return max(LoosenAfter, r.LoosenAfter) }

// Adopt adds the brand's default limits of kinds and periods that the player has not set.
func (p *Player) Adopt(rules Rules) {
	for _, l := range rules.Defaults {
		if p.limit(l.LimitID) == nil {
			p.Limits = append(p.Limits, l)
		}
	}
}

// RealityCheck returns the minutes between two reality checks.
func (p *Player) RealityCheck(rules Rules) int { return cmp.Or(p.RealityTime, rules.RealityCheck, 60) }

// The names of changes. Changes with "asked" are pending.
const (
	ChangeSet            = "set"
	ChangeAskedLooser    = "asked_looser"
	ChangeAskedRemoval   = "asked_removal"
	ChangeConfirmed      = "confirmed"
	ChangeRemoved        = "removed"
	ChangeTakenBack      = "taken_back"
	ChangeBreak          = "break"
	ChangeExclusion      = "exclusion"
	ChangeBreakEnded     = "break_ended"
	ChangeExclusionEnded = "exclusion_ended"
	ChangeRealityCheck   = "reality_check"
)

const (
	// maxHistory is the maximum number of stored changes per player.
	maxHistory = 100
	// historyRetention is how long changes are stored for authorities and the player.
	historyRetention = 5 * 365 * 24 * time.Hour
)

// Note appends a change to the history.
func (p *Player) Note(c bff.LimitChange) {
	p.History = append(p.History, c)
	if extra := len(p.History) - maxHistory; extra > 0 {
		p.History = slices.Delete(p.History, 0, extra)
	}
}

// hasChangeBeyond reports whether p has a change that is missing in other and not too old for its
// history.
func (p *Player) hasChangeBeyond(other *Player) bool {
	for _, c := range p.History {
		isKnown := slices.ContainsFunc(other.History,
			func(o bff.LimitChange) bool { return o.Name == c.Name && o.At.Equal(c.At) })
		if !isKnown && (len(other.History) < maxHistory || c.At.After(other.History[0].At)) {
			return true
		}
	}
	return false
}

// neededUntil returns the time from which the state is no longer needed, ignoring deposits and
// rounds of the current month. Zero means that the state is always needed.
func (p *Player) neededUntil(now time.Time) (until time.Time) {
	rest := *p
	rest.Brand, rest.Player, rest.NotedIn, rest.Told = "", "", "", false
	rest.Deposits, rest.Played, rest.History, rest.Proposals = nil, nil, nil, nil
	rest.LastMinute, rest.RoundsAsOf, rest.RoundsSince, rest.FinalUntil, rest.CoolOff, rest.Excluded = until,
		until, until, until, until, until
	if p.Platform != nil && !p.Platform.Forever && len(p.Platform.Sent) == 0 {
		rest.Platform = nil
	}
	if raw, err := json.Marshal(rest); err != nil || string(raw) != "{}" {
		return until
	}
	end := p.closing()
	until = later(later(now, end.CoolOff), end.Excluded)
	if len(p.History) > 0 {
		until = later(until, p.History[len(p.History)-1].At.Add(historyRetention))
	}
	return until
}

const (
	memoTTL     = 10 * time.Second // lifetime of an entry, in case the message about a change is lost
	memoRetry   = time.Second      // time between failed reads
	memoEntries = 32768
)

// memo caches the restrictions of players. A lookup does not allocate.
type memo struct {
	known *bounded.Map[Member, restrictions]

	mu      sync.Mutex    // guards changes
	changes atomic.Uint64 // counts calls of forget and forgetAll
}

// restrictions contains the fields of a Player that restrict the session.
type restrictions struct {
	Closing
	notedIn      string    // see Player.NotedIn
	exclusionDue bool      // the records of the person do not contain the exclusion yet
	watched      bool      // a limit depends on the player's games
	counted      int64     // last counted minute since 1970
	validUntil   time.Time // end of the entry's lifetime
}

// get returns the cached restrictions of a player, and whether they are recent enough to use.
func (m *memo) get(key Member, now time.Time) (c restrictions, known, recent bool) {
	c, known = m.known.Get(key)
	return c, known, known && now.Before(c.validUntil) && c.validUntil.Sub(now) <= memoTTL // a mock's clock may go back
}

// put stores the result of a read. It skips the result if a player was forgotten since the read
// began, because the result may be outdated.
func (m *memo) put(key Member, c restrictions, begun uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changes.Load() == begun {
		if before, ok := m.known.Get(key); ok {
			c.counted = before.counted
		}
		m.known.Put(key, c)
	}
}

func (m *memo) forget(key Member) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Add(1)
	m.known.Delete(func(k Member, _ restrictions) bool { return k == key })
}

func (m *memo) forgetAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Add(1)
	m.known.Delete(func(Member, restrictions) bool { return true })
}

// countMinute reports whether to record a minute of a player. Only the first caller gets true.
func (m *memo) countMinute(key Member, minute int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.known.Get(key)
	if !ok || !c.watched || c.counted == minute {
		return false
	}
	c.counted = minute
	m.known.Put(key, c)
	return true
}
