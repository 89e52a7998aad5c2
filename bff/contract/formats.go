package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff"
)

// The layouts of dates on the wire (spec §9, calls.md §2), in the brand's time zone.
const (
	DayLayout    = "2006-01-02"
	MomentLayout = "2006-01-02 15:04:05"
)

// formats are the contract's own formats. A format says nothing of values of another
// type: the schema's type does.
var formats = []*jsonschema.Format{
	{Name: "money", Validate: ofNumber(checkMoney)},
	{Name: "day", Validate: ofString(checkTime(DayLayout))},
	{Name: "moment", Validate: ofString(checkTime(MomentLayout))},
	{Name: "day-or-moment", Validate: ofString(checkDayOrMoment)},
	{Name: "new-password", Validate: ofString(checkPassword)},
}

func ofString(check func(string) error) func(any) error {
	return func(v any) error {
		if s, ok := v.(string); ok {
			return check(s)
		}
		return nil
	}
}

func ofNumber(check func(json.Number) error) func(any) error {
	return func(v any) error {
		if n, ok := v.(json.Number); ok {
			return check(n)
		}
		return nil
	}
}

func checkMoney(n json.Number) error {
	_, err := bff.ParseMinorUnits(string(n))
	return err
}

func checkTime(layout string) func(string) error {
	return func(s string) error {
		t, err := time.Parse(layout, s)
		if err == nil && t.Format(layout) != s {
			err = fmt.Errorf("want the form %s", layout)
		}
		return err
	}
}

func checkDayOrMoment(s string) error {
	if len(s) == len(DayLayout) {
		return checkTime(DayLayout)(s)
	}
	return checkTime(MomentLayout)(s)
}

// checkPassword holds the part of the password rule that is not a length (spec §5).
func checkPassword(s string) error {
	if !strings.ContainsFunc(s, unicode.IsUpper) {
		return errors.New("want an uppercase letter")
	}
	if !strings.ContainsAny(s, "0123456789") {
		return errors.New("want a digit")
	}
	return nil
}

// Bounds of a number that is looked at. The schema library turns every number into a
// fraction of big integers, and 1e999999999 would eat the memory of the machine.
const (
	maxNumberLength = 40
	maxExponent     = 30
)

// readable gives a number as a fraction where it is small enough to be one.
func readable(n json.Number) (*big.Rat, bool) {
	if len(n) > maxNumberLength {
		return nil, false
	}
	if i := strings.IndexAny(string(n), "eE"); i >= 0 {
		e, err := strconv.Atoi(string(n[i+1:]))
		if err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(string(n))
}
