// Package protection protects players from themselves by limits, breaks and exclusions (README.md). The methods of
// Player are the rules. They read no clock and no store, so that a caller can apply them again to a newer state.
package protection

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"croupier/bff"
)

// Player is the state of one player at one brand. The zero Player has set nothing.
type Player struct {
	Brand  string `json:"brand,omitempty"`
	Player string `json:"player,omitempty"` // see bff.Identity.Player

	Limits   []bff.PlayerLimit `json:"limits,omitempty"`
	Deposits []Deposit         `json:"deposits,omitempty"` // of the present month and later

	Played      []PlayedDay `json:"played,omitempty"`      // of the present month and later
	LastMinute  time.Time   `json:"lastMinute,omitzero"`   // the last one that counts as session time
	RoundsAsOf  time.Time   `json:"roundsAsOf,omitzero"`   // until when the platform has told rounds
	RoundsSince time.Time   `json:"roundsSince,omitzero"`  // since when
	FinalUntil  time.Time   `json:"finalUntil,omitzero"`   // rounds before it are not asked for again
	RealityTime int         `json:"realityTime,omitempty"` // minutes between two reality checks; 0: as the brand has it

	Closing

	NotedIn string      `json:"notedIn,omitempty"` // the personScope in which it is noted who the player is
	Keys    []PersonKey `json:"keys,omitempty"`    // of the records of the player's personal data, see person.go
	Told    bool        `json:"told,omitempty"`    // these records know of the self-exclusion

	Members []Member          `json:"members,omitempty"` // of a record of personal data: who has them; of that of a brand: for whom staff propose something
	Matches []bff.PersonMatch `json:"matches,omitempty"` // of the record of a brand

	Platform *Held `json:"platform,omitempty"` // nil: it has told nothing, or holds no limits itself

	History   []bff.LimitChange   `json:"history,omitempty"`   // the latest last
	Proposals []bff.LimitProposal `json:"proposals,omitempty"` // of staff
}

// Rules are what a brand requires of all its players.
type Rules struct {
	bff.ProtectionRules
	Zone *time.Location // whose calendar the periods follow
}

func (r *Rules) loosenAfter() time.Duration { return max(LoosenAfter, r.LoosenAfter) }

// Adopt gives the player the brand's limits of the kinds and periods for which there are none.
func (p *Player) Adopt(rules Rules) {
	for _, l := range rules.Defaults {
		if p.limit(l.LimitID) == nil {
			p.Limits = append(p.Limits, l)
		}
	}
}

// RealityCheck returns the minutes of play between two reality checks.
func (p *Player) RealityCheck(rules Rules) int { return cmp.Or(p.RealityTime, rules.RealityCheck, 60) }

// The names of changes. What was asked for waits.
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
	// maxHistory is how many changes are kept of a player.
	maxHistory = 100
	// historyRetention is how long they are kept for authorities, and for the player.
	historyRetention = 5 * 365 * 24 * time.Hour
)

// Note adds a change to the history.
func (p *Player) Note(c bff.LimitChange) {
	p.History = append(p.History, c)
	if extra := len(p.History) - maxHistory; extra > 0 {
		p.History = slices.Delete(p.History, 0, extra)
	}
}

// hasChangeBeyond reports whether p has a change that other does not know, and that is not too old for its history.
func (p *Player) hasChangeBeyond(other *Player) bool {
	for _, c := range p.History {
		isKnown := slices.ContainsFunc(other.History, func(o bff.LimitChange) bool { return o.Name == c.Name && o.At.Equal(c.At) })
		if !isKnown && (len(other.History) < maxHistory || c.At.After(other.History[0].At)) {
			return true
		}
	}
	return false
}

// neededUntil returns when the state says nothing any more, apart from the deposits and rounds of the present month;
// zero: never.
func (p *Player) neededUntil(now time.Time) (until time.Time) {
	rest := *p
	rest.Brand, rest.Player, rest.NotedIn, rest.Told = "", "", "", false
	rest.Deposits, rest.Played, rest.History, rest.Proposals = nil, nil, nil, nil
	rest.LastMinute, rest.RoundsAsOf, rest.RoundsSince, rest.FinalUntil, rest.CoolOff, rest.Excluded = until, until, until, until, until, until
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
