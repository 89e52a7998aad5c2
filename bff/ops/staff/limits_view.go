package staff

import (
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/player/protection"
)

// The schemas PlayerLimits and LimitProposal of contracts/staff.yaml.
type (
	limitsView struct {
		Currency     string        `json:"currency"`
		Kinds        []string      `json:"kinds"`
		Limits       []limitView   `json:"limits"`
		Break        *limitFacts   `json:"break,omitempty"`
		Exclusion    *limitFacts   `json:"exclusion,omitempty"`
		RealityCheck int           `json:"reality_check_minutes"`
		History      []changeView  `json:"history"`
		Proposals    []limitFacts  `json:"proposals"`
		Platform     *platformView `json:"platform,omitempty"`
	}
	limitView struct {
		limitFacts
		Used    any         `json:"used"`
		Left    any         `json:"left"`
		Renews  time.Time   `json:"renews"`
		AsOf    time.Time   `json:"as_of,omitzero"`
		Pending *limitFacts `json:"pending,omitempty"`
	}
	// limitFacts describe a limit, a break, an exclusion, a pending change or a proposal.
	limitFacts struct {
		Subject string `json:"subject,omitempty"`
		*bff.LimitID
		protection.LimitValue
		Removal bool      `json:"removal,omitempty"`
		Reason  string    `json:"reason,omitempty"`
		By      string    `json:"by,omitempty"`
		At      time.Time `json:"at,omitzero"`
		From    time.Time `json:"from,omitzero"`
		Until   time.Time `json:"until,omitzero"`
		Forever bool      `json:"forever,omitempty"`
		Ready   *bool     `json:"ready,omitempty"` // of a proposal
	}
	changeView struct {
		At     time.Time `json:"at"`
		By     string    `json:"by,omitempty"`
		Change string    `json:"change"`
		limitFacts
	}
	platformView struct {
		AsOf        time.Time        `json:"as_of"`
		Differences []differenceView `json:"differences"`
	}
	differenceView struct {
		limitFacts
		Here  *limitFacts         `json:"here,omitempty"`
		There *limitFacts         `json:"there,omitempty"`
		State bff.DifferenceState `json:"state"`
	}
)

// valueOf returns the value of a limit. Without a limit and for 0, it returns the zero value.
func valueOf(id *bff.LimitID, value int64) protection.LimitValue {
	if id == nil || value == 0 {
		return protection.LimitValue{}
	}
	return protection.ValueOf(id.Kind, value)
}

func viewLimits(b *bff.Brand, l *bff.PlayerLimits) limitsView {
	out := limitsView{
		Currency: b.Currency, Kinds: l.Kinds, Limits: []limitView{}, Break: breakOf(l), Exclusion: exclusionOf(l),
		RealityCheck: l.RealityCheck, History: []changeView{}, Proposals: lists.Map(l.Proposals, viewProposal),
	}
	for _, one := range l.Limits {
		view := limitView{
			limitFacts: limitFacts{LimitID: &one.LimitID, LimitValue: protection.ValueOf(one.Kind, one.Value)},
			Used:       protection.InUnit(one.Kind, one.Used), Left: protection.InUnit(one.Kind, one.Left),
			Renews: one.Renews.UTC(), AsOf: one.AsOf.UTC(),
		}
		if p := one.Pending; p != nil {
			view.Pending = &limitFacts{
				LimitValue: valueOf(&one.LimitID, p.Value), Removal: p.Removal, From: p.From.UTC(),
				Until: p.Until.UTC(),
			}
		}
		out.Limits = append(out.Limits, view)
	}
	for _, c := range l.History {
		facts := limitFacts{LimitID: c.ID, LimitValue: valueOf(c.ID, c.Value), Until: c.Until.UTC()}
		view := changeView{c.At.UTC(), c.By, c.Name, facts}
		if c.ID == nil && c.Value != 0 { // of a reality check
			view.Minutes = &c.Value
		}
		out.History = append(out.History, view)
	}
	if p := l.Platform; p != nil {
		out.Platform = &platformView{p.AsOf.UTC(), lists.Map(p.Differences, viewDifference)}
	}
	return out
}

func viewDifference(d bff.LimitDifference) differenceView {
	return differenceView{
		limitFacts{Subject: d.Subject, LimitID: d.ID}, viewHeld(d.ID, d.Here), viewHeld(d.ID, d.There), d.State,
	}
}

// viewHeld returns a limit's value or the end of a break or exclusion, or nil.
func viewHeld(id *bff.LimitID, v bff.HeldValue) *limitFacts {
	if v == (bff.HeldValue{}) {
		return nil
	}
	return &limitFacts{LimitValue: valueOf(id, v.Value), Until: v.Until.UTC(), Forever: v.Forever}
}

func viewProposal(p bff.LimitProposal) limitFacts {
	return limitFacts{
		Subject: p.Subject, LimitID: p.ID, LimitValue: valueOf(p.ID, p.Value), Removal: p.Removal, Reason: p.Reason,
		By: p.By, At: p.At.UTC(), From: p.From.UTC(), Ready: &p.Ready,
	}
}

func breakOf(l *bff.PlayerLimits) *limitFacts {
	if l.CoolOff.IsZero() {
		return nil
	}
	return &limitFacts{Until: l.CoolOff.UTC()}
}

func exclusionOf(l *bff.PlayerLimits) *limitFacts {
	if l.Excluded.IsZero() && !l.Forever {
		return nil
	}
	return &limitFacts{Until: l.Excluded.UTC()}
}

type auditedLimits struct {
	limitFacts
	Break     *limitFacts `json:"break,omitempty"`
	Exclusion *limitFacts `json:"exclusion,omitempty"`
	Proposal  *limitFacts `json:"proposal,omitempty"`
	Reason    string      `json:"reason,omitempty"`
}

func auditLimits(l *bff.PlayerLimits, a bff.LimitAction) *auditedLimits {
	out := &auditedLimits{limitFacts: limitFacts{LimitID: a.ID}}
	switch a.Subject {
	case bff.SubjectBreak:
		out.Break = breakOf(l)
	case bff.SubjectExclusion:
		out.Exclusion = exclusionOf(l)
	default:
		for _, one := range l.Limits {
			if one.LimitID == *a.ID {
				out.LimitValue = protection.ValueOf(one.Kind, one.Value)
			}
		}
	}
	for _, p := range l.Proposals {
		if p.Subject == a.Subject && (a.ID == nil || *p.ID == *a.ID) {
			view := viewProposal(p)
			out.Proposal = &view
		}
	}
	return out
}

func requestedLimits(a bff.LimitAction) any {
	return struct {
		limitFacts
		Hours   int  `json:"break_hours,omitempty"`
		Months  int  `json:"exclude_months,omitempty"`
		Forever bool `json:"exclude_forever,omitempty"`
	}{
		limitFacts: limitFacts{
			Subject: a.Subject, LimitID: a.ID, LimitValue: valueOf(a.ID, a.Value), Removal: a.Removal,
			Reason: a.Reason, At: a.At,
		},
		Hours: int(a.Break.Hours()), Months: a.Months,
		Forever: a.Verb == bff.LimitTighten && a.Subject == bff.SubjectExclusion && a.Months == 0,
	}
}
