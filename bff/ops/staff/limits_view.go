package staff

import (
	"strconv"
	"time"

	"croupier/bff"
)

// limitValue is the value of a limit: an amount, or minutes of session time.
type limitValue struct {
	Amount  *bff.MinorUnits `json:"amount,omitempty"`
	Minutes *int64          `json:"minutes,omitempty"`
}

func valueOf(kind string, value int64) limitValue {
	if kind == bff.LimitSessionTime {
		return limitValue{Minutes: &value}
	}
	return limitValue{Amount: (*bff.MinorUnits)(&value)}
}

// optionalValue returns a value of a limit, or nothing without a limit and for 0.
func optionalValue(id *bff.LimitID, value int64) limitValue {
	if id == nil || value == 0 {
		return limitValue{}
	}
	return valueOf(id.Kind, value)
}

func inUnit(kind string, value int64) jsonNumber {
	if kind == bff.LimitSessionTime {
		return jsonNumber(strconv.FormatInt(value, 10))
	}
	return jsonNumber(bff.MinorUnits(value).String())
}

// jsonNumber is a number as text that is written as a JSON number.
type jsonNumber string

// MarshalJSON implements json.Marshaler.
func (n jsonNumber) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// The schemas PlayerLimits and LimitProposal of contracts/staff.yaml.
type (
	limitsView struct {
		Currency     string         `json:"currency"`
		Kinds        []string       `json:"kinds"`
		Limits       []limitView    `json:"limits"`
		Break        *untilView     `json:"break,omitempty"`
		Exclusion    *untilView     `json:"exclusion,omitempty"`
		RealityCheck int            `json:"reality_check_minutes"`
		History      []changeView   `json:"history"`
		Proposals    []proposalView `json:"proposals"`
		Platform     *platformView  `json:"platform,omitempty"`
	}
	platformView struct {
		AsOf        time.Time        `json:"as_of"`
		Differences []differenceView `json:"differences"`
	}
	differenceView struct {
		Subject string `json:"subject"`
		*bff.LimitID
		Here  *heldView           `json:"here,omitempty"`
		There *heldView           `json:"there,omitempty"`
		State bff.DifferenceState `json:"state"`
	}
	heldView struct {
		limitValue
		Until   time.Time `json:"until,omitzero"`
		Forever bool      `json:"forever,omitempty"`
	}
	limitView struct {
		bff.LimitID
		limitValue
		Used    jsonNumber   `json:"used"`
		Left    jsonNumber   `json:"left"`
		Renews  time.Time    `json:"renews"`
		AsOf    time.Time    `json:"as_of,omitzero"`
		Pending *pendingView `json:"pending,omitempty"`
	}
	pendingView struct {
		limitValue
		Removal bool      `json:"removal,omitempty"`
		From    time.Time `json:"from"`
		Until   time.Time `json:"until"`
	}
	untilView struct {
		Until time.Time `json:"until,omitzero"`
	}
	changeView struct {
		At     time.Time `json:"at"`
		By     string    `json:"by,omitempty"`
		Change string    `json:"change"`
		*bff.LimitID
		limitValue
		Until time.Time `json:"until,omitzero"`
	}
	proposalView struct {
		Subject string `json:"subject"`
		*bff.LimitID
		limitValue
		Removal bool      `json:"removal,omitempty"`
		Reason  string    `json:"reason"`
		By      string    `json:"by"`
		At      time.Time `json:"at"`
		From    time.Time `json:"from"`
		Ready   bool      `json:"ready"`
	}
)

func viewLimits(b *bff.Brand, l *bff.PlayerLimits) limitsView {
	out := limitsView{Currency: b.Currency, Kinds: l.Kinds, Limits: []limitView{}, RealityCheck: l.RealityCheck, History: []changeView{}, Proposals: []proposalView{}}
	for _, one := range l.Limits {
		view := limitView{LimitID: one.LimitID, limitValue: valueOf(one.Kind, one.Value), Used: inUnit(one.Kind, one.Used), Left: inUnit(one.Kind, one.Left), Renews: one.Renews.UTC(), AsOf: one.AsOf.UTC()}
		if p := one.Pending; p != nil {
			view.Pending = &pendingView{optionalValue(&one.LimitID, p.Value), p.Removal, p.From.UTC(), p.Until.UTC()}
		}
		out.Limits = append(out.Limits, view)
	}
	out.Break, out.Exclusion = breakOf(l), exclusionOf(l)
	for _, c := range l.History {
		view := changeView{c.At.UTC(), c.By, c.Name, c.ID, optionalValue(c.ID, c.Value), c.Until.UTC()}
		if c.ID == nil && c.Value != 0 { // of a reality check
			view.Minutes = &c.Value
		}
		out.History = append(out.History, view)
	}
	for i := range l.Proposals {
		out.Proposals = append(out.Proposals, viewProposal(&l.Proposals[i]))
	}
	out.Platform = viewPlatform(l.Platform)
	return out
}

func viewPlatform(c *bff.PlatformComparison) *platformView {
	if c == nil {
		return nil
	}
	out := &platformView{AsOf: c.AsOf.UTC(), Differences: []differenceView{}}
	for _, d := range c.Differences {
		out.Differences = append(out.Differences, differenceView{
			Subject: d.Subject, LimitID: d.ID, Here: viewHeld(d.ID, d.Here), There: viewHeld(d.ID, d.There), State: d.State,
		})
	}
	return out
}

// viewHeld returns a value that is held of a limit, or an end; nil for none.
func viewHeld(id *bff.LimitID, v bff.HeldValue) *heldView {
	if v == (bff.HeldValue{}) {
		return nil
	}
	return &heldView{optionalValue(id, v.Value), v.Until.UTC(), v.Forever}
}

func viewProposal(p *bff.LimitProposal) proposalView {
	return proposalView{
		Subject: p.Subject, LimitID: p.ID, limitValue: optionalValue(p.ID, p.Value), Removal: p.Removal, Reason: p.Reason,
		By: p.By, At: p.At.UTC(), From: p.From.UTC(), Ready: p.Ready,
	}
}

func breakOf(l *bff.PlayerLimits) *untilView {
	if l.CoolOff.IsZero() {
		return nil
	}
	return &untilView{l.CoolOff.UTC()}
}

func exclusionOf(l *bff.PlayerLimits) *untilView {
	switch {
	case l.Forever:
		return &untilView{}
	case l.Excluded.IsZero():
		return nil
	}
	return &untilView{l.Excluded.UTC()}
}

type auditedLimits struct {
	*bff.LimitID
	limitValue
	Break     *untilView    `json:"break,omitempty"`
	Exclusion *untilView    `json:"exclusion,omitempty"`
	Proposal  *proposalView `json:"proposal,omitempty"`
	Reason    string        `json:"reason,omitempty"`
}

// auditLimits returns what holds of the subject of an action, and what is proposed for it.
func auditLimits(l *bff.PlayerLimits, a bff.LimitAction) *auditedLimits {
	out := &auditedLimits{LimitID: a.ID}
	switch a.Subject {
	case bff.SubjectBreak:
		out.Break = breakOf(l)
	case bff.SubjectExclusion:
		out.Exclusion = exclusionOf(l)
	default:
		for _, one := range l.Limits {
			if one.LimitID == *a.ID {
				out.limitValue = valueOf(one.Kind, one.Value)
			}
		}
	}
	for i := range l.Proposals {
		p := &l.Proposals[i]
		if p.Subject == a.Subject && (a.ID == nil || *p.ID == *a.ID) {
			view := viewProposal(p)
			out.Proposal = &view
		}
	}
	return out
}

func requestedLimits(a bff.LimitAction) any {
	return struct {
		Subject string `json:"subject"`
		*bff.LimitID
		limitValue
		Removal bool      `json:"removal,omitempty"`
		Hours   int       `json:"break_hours,omitempty"`
		Months  int       `json:"exclude_months,omitempty"`
		Forever bool      `json:"exclude_forever,omitempty"`
		Reason  string    `json:"reason,omitempty"`
		At      time.Time `json:"at,omitzero"`
	}{
		Subject: a.Subject, LimitID: a.ID, limitValue: optionalValue(a.ID, a.Value), Removal: a.Removal,
		Hours: int(a.Break.Hours()), Months: a.Months, Reason: a.Reason, At: a.At,
		Forever: a.Verb == bff.LimitTighten && a.Subject == bff.SubjectExclusion && a.Months == 0,
	}
}
