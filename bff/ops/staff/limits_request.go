package staff

import (
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// The values that contracts/staff.yaml allows in requests about limits.
var (
	limitKinds    = []string{"deposit", "loss", "stake", bff.LimitSessionTime}
	limitPeriods  = []string{"day", "week", "month"}
	limitSubjects = []string{bff.SubjectLimit, bff.SubjectBreak, bff.SubjectExclusion}
	breakHours    = []int{24, 72, 168, 720}
	excludeMonths = []int{6, 12, 60}
)

const (
	maxLimitAmount  = bff.MinorUnits(1_000_000_000_00)
	maxLimitMinutes = 44640 // 31 days
)

type limitFields struct {
	body         map[string]any // the fields of the request
	kind, period *string
	amount       *bff.MinorUnits
	minutes      *int64
	removal      *bool // removes a limit, nil in requests without the field
}

// read decodes a body with the given fields and the fields of a limit.
func (f *limitFields) read(c *gin.Context, fields map[string]any) (err error) {
	fields["kind"], fields["period"], fields["amount"], fields["minutes"] = &f.kind, &f.period, &f.amount, &f.minutes
	f.body, err = decode(c, maxBody, fields, false)
	return err
}

// given returns the name of the first field of a limit in the request, or an empty string.
func (f *limitFields) given() string {
	names := []string{"kind", "period", "amount", "minutes", "removal"}
	first, _ := lists.Find(names, func(name string) bool { return f.body[name] != nil })
	return first
}

func (f *limitFields) id() (*bff.LimitID, error) {
	switch {
	case f.kind == nil:
		return nil, fault("kind", "required")
	case !slices.Contains(limitKinds, *f.kind):
		return nil, fault("kind", "other")
	case f.period == nil:
		return nil, fault("period", "required")
	case !slices.Contains(limitPeriods, *f.period):
		return nil, fault("period", "other")
	}
	return &bff.LimitID{Kind: *f.kind, Period: *f.period}, nil
}

// value returns the minutes of session time, or an amount in minor units.
func (f *limitFields) value() (int64, error) {
	field, other := "amount", "minutes"
	if *f.kind == bff.LimitSessionTime {
		field, other = other, field
	}
	switch {
	case f.body[other] != nil:
		return 0, fault(other, "other")
	case f.body[field] == nil:
		return 0, fault(field, "required")
	case f.amount != nil && *f.amount <= 0:
		return 0, fault(field, "above", "min", "0")
	case f.amount != nil && *f.amount > maxLimitAmount:
		return 0, fault(field, "max", "max", "1000000000")
	case f.amount != nil:
		return int64(*f.amount), nil
	case *f.minutes < 1:
		return 0, fault(field, "min", "min", "1")
	case *f.minutes > maxLimitMinutes:
		return 0, fault(field, "max", "max", "44640")
	}
	return *f.minutes, nil
}

// tightening reads the body of a request to tighten: a limit, a break or an exclusion.
func tightening(c *gin.Context) (a bff.LimitAction, err error) {
	var f limitFields
	var hours, months *int
	var forever *bool
	err = f.read(c, map[string]any{
		"break_hours": &hours, "exclude_months": &months, "exclude_forever": &forever, "reason": &a.Reason,
	})
	if err != nil {
		return a, err
	}
	a.Verb = bff.LimitTighten
	if f.given() != "" {
		a.Subject = bff.SubjectLimit
	}
	for _, one := range [][2]string{
		{"break_hours", bff.SubjectBreak},
		{"exclude_months", bff.SubjectExclusion},
		{"exclude_forever", bff.SubjectExclusion},
	} {
		switch {
		case f.body[one[0]] == nil:
		case a.Subject != "": // a request has only one subject
			return a, fault(one[0], "other")
		default:
			a.Subject = one[1]
		}
	}
	switch {
	case hours != nil && !slices.Contains(breakHours, *hours):
		return a, fault("break_hours", "other")
	case hours != nil:
		a.Break = time.Duration(*hours) * time.Hour
	case months != nil && !slices.Contains(excludeMonths, *months):
		return a, fault("exclude_months", "other")
	case months != nil:
		a.Months = *months
	case forever != nil && !*forever:
		return a, fault("exclude_forever", "other")
	case forever == nil:
		if a.ID, err = f.id(); err == nil {
			a.Value, err = f.value()
		}
		if err != nil {
			return a, err
		}
	}
	a.Reason, err = checkReason(a.Reason)
	return a, err
}

func loosening(c *gin.Context) (a bff.LimitAction, err error) {
	var f limitFields
	if err = f.read(c, map[string]any{"subject": &a.Subject, "removal": &f.removal, "reason": &a.Reason}); err != nil {
		return a, err
	}
	a.Verb = bff.LimitPropose
	if err = checkSubject(&a, &f); err != nil {
		return a, err
	}
	switch {
	case a.Subject != bff.SubjectLimit:
	case f.removal == nil:
		a.Value, err = f.value()
	case !*f.removal || f.amount != nil || f.minutes != nil:
		err = fault("removal", "other")
	default:
		a.Removal = true
	}
	if err != nil {
		return a, err
	}
	a.Reason, err = checkReason(a.Reason)
	return a, err
}

func decision(verb bff.LimitVerb) func(*gin.Context) (bff.LimitAction, error) {
	return func(c *gin.Context) (bff.LimitAction, error) {
		var f limitFields
		a := bff.LimitAction{Verb: verb}
		var err error
		fields := map[string]any{"subject": &a.Subject, "kind": &f.kind, "period": &f.period, "at": &a.At}
		f.body, err = decode(c, maxBody, fields, false)
		if err == nil {
			err = checkSubject(&a, &f)
		}
		if err == nil && a.At.IsZero() {
			err = fault("at", "required")
		}
		return a, err
	}
}

// checkSubject checks the subject. Only a limit has, and needs, the fields of a limit.
func checkSubject(a *bff.LimitAction, f *limitFields) (err error) {
	switch {
	case a.Subject == "":
		return fault("subject", "required")
	case !slices.Contains(limitSubjects, a.Subject):
		return fault("subject", "other")
	case a.Subject == bff.SubjectLimit:
		a.ID, err = f.id()
		return err
	case f.given() != "":
		return fault(f.given(), "other")
	}
	return nil
}
