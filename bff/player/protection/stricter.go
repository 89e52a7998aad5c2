package protection

import (
	"cmp"
	"slices"

	"croupier/bff"
)

// Stricter returns a state that allows nothing that a or b forbids. It joins what two stores remember of a player,
// one of which may have lost changes.
func Stricter(a, b *Player) *Player {
	out := &Player{
		Brand: cmp.Or(a.Brand, b.Brand), Player: cmp.Or(a.Player, b.Player),
		CoolOff: later(a.CoolOff, b.CoolOff), Excluded: later(a.Excluded, b.Excluded), Forever: a.Forever || b.Forever,
		Limits: slices.Clone(a.Limits), Deposits: slices.Clone(a.Deposits), Played: slices.Clone(a.Played),
		LastMinute: later(a.LastMinute, b.LastMinute), RealityTime: a.RealityTime, History: slices.Clone(a.History),
		Platform: stricterHeld(a.Platform, b.Platform),
		Persons:  union(a.Persons, b.Persons), Members: union(a.Members, b.Members), Keys: union(a.Keys, b.Keys), // who the player is, is noted anew
		ForOlder: a.isForOlder() && b.isForOlder(), Matches: a.Matches,
	} // rounds are asked for anew, and proposals made anew
	if out.RealityTime == 0 || b.RealityTime > 0 && b.RealityTime < out.RealityTime {
		out.RealityTime = b.RealityTime
	}
	if len(b.Matches) > len(out.Matches) {
		out.Matches = b.Matches
	}
	if len(b.History) > len(out.History) {
		out.History = slices.Clone(b.History)
	}
	for i := range out.Played {
		d := &out.Played[i]
		d.Final, d.Recent, d.Bets = Result{}, Result{}, Result{}
	}
	for _, d := range b.Played {
		at := slices.IndexFunc(out.Played, func(mine PlayedDay) bool { return mine.Day == d.Day })
		if at < 0 {
			out.Played = append(out.Played, PlayedDay{Day: d.Day})
			at = len(out.Played) - 1
		}
		out.Played[at].Minutes = max(out.Played[at].Minutes, d.Minutes)
	}
	for _, other := range b.Limits {
		l := out.limit(other.ID)
		switch {
		case l == nil:
			out.Limits = append(out.Limits, other)
			l = &out.Limits[len(out.Limits)-1]
		case other.Value < l.Value:
			l.Value = other.Value
		}
		if mine := a.limit(other.ID); mine == nil || mine.Pending == nil || other.Pending == nil || *mine.Pending != *other.Pending {
			l.Pending = nil // one of them does not know of it, or has taken it back
		}
	}
	for i := range out.Limits {
		if l := &out.Limits[i]; b.limit(l.ID) == nil {
			l.Pending = nil
		}
	}
	for _, d := range b.Deposits {
		at := slices.IndexFunc(out.Deposits, func(other Deposit) bool {
			return other.isNamed(bff.DepositName{Key: d.Key, Amount: d.Amount, Claimed: d.Claimed})
		})
		if at < 0 {
			out.Deposits = append(out.Deposits, d)
			continue
		}
		mine := &out.Deposits[at]
		mine.At, mine.Executed = later(mine.At, d.At), mine.Executed || d.Executed
		if len(mine.Transaction) == 0 {
			mine.Transaction = d.Transaction
		}
	}
	return out
}
