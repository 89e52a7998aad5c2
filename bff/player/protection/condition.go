package protection

import (
	"time"

	"croupier/bff"
)

// Conditions returns what a mock says of a player's limits. Names that are no condition are ignored.
type Conditions func(brand *bff.Brand, player string) []string

// The conditions. They add to what is stored, and are never stored themselves.
const (
	conditionNearLimit    = "near-limit"
	conditionLimitReached = "limit-reached"
	conditionCoolOff      = "cool-off"
	conditionExcluded     = "excluded"
)

// pretend adds conditions to a state. Limits of the player's own replace the pretended ones.
func (p *Player) pretend(conditions []string, now time.Time) {
	for _, c := range conditions {
		switch c {
		case conditionNearLimit:
			p.pretendLimit(ID{KindDeposit, PeriodDay}, 500_00, 450_00, now)
		case conditionLimitReached:
			p.pretendLimit(ID{KindDeposit, PeriodDay}, 500_00, 500_00, now)
			if id := (ID{KindSessionTime, PeriodDay}); p.limit(id) == nil {
				p.Limits = append(p.Limits, Limit{ID: id})
			}
		case conditionCoolOff:
			p.CoolOff = later(p.CoolOff, now.Truncate(time.Hour).Add(24*time.Hour))
		case conditionExcluded:
			p.Excluded = later(p.Excluded, now.Truncate(time.Hour).AddDate(0, 6, 0))
		}
	}
}

func (p *Player) pretendLimit(id ID, value int64, used bff.MinorUnits, now time.Time) {
	if p.limit(id) == nil {
		p.Limits = append(p.Limits, Limit{ID: id, Value: value})
		p.Deposits = append(p.Deposits, Deposit{Key: "pretended", Amount: used, At: now})
	}
}
