package protection

import (
	"slices"
	"time"
)

// ChangeName is what a Change did, as the contract names it.
type ChangeName string

// The changes. What was asked for waits.
const (
	ChangeSet            ChangeName = "set"
	ChangeAskedLooser    ChangeName = "asked_looser"
	ChangeAskedRemoval   ChangeName = "asked_removal"
	ChangeConfirmed      ChangeName = "confirmed"
	ChangeRemoved        ChangeName = "removed"
	ChangeTakenBack      ChangeName = "taken_back"
	ChangeBreak          ChangeName = "break"
	ChangeExclusion      ChangeName = "exclusion"
	ChangeBreakEnded     ChangeName = "break_ended"
	ChangeExclusionEnded ChangeName = "exclusion_ended"
	ChangeRealityCheck   ChangeName = "reality_check"
)

// Change is one change of what holds for a player.
type Change struct {
	At    time.Time  `json:"at"`
	By    string     `json:"by,omitempty"` // the account of staff; empty: the player
	Name  ChangeName `json:"change"`
	ID    *ID        `json:"limit,omitempty"`
	Value int64      `json:"value,omitempty"` // of the limit; minutes of a reality check
	Until time.Time  `json:"until,omitzero"`  // of a break or an exclusion; zero: for ever
}

// maxHistory is how many changes are kept of a player.
const maxHistory = 100

// hasChangeBeyond reports whether p has a change that other does not know. Every change of limits, breaks and exclusions
// is in the history, so that other then does not follow from p. The oldest one of a full history may be forgotten.
func (p *Player) hasChangeBeyond(other *Player) bool {
	for _, c := range p.History {
		isKnown := slices.ContainsFunc(other.History, func(o Change) bool { return o.Name == c.Name && o.At.Equal(c.At) })
		if !isKnown && (len(other.History) < maxHistory || c.At.After(other.History[0].At)) {
			return true
		}
	}
	return false
}

// Note adds a change to the history.
func (p *Player) Note(c Change) {
	p.History = append(p.History, c)
	if extra := len(p.History) - maxHistory; extra > 0 {
		p.History = slices.Delete(p.History, 0, extra)
	}
}
