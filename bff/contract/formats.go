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

// Date formats of the contract (spec §9, calls.md §2), in the time zone of the brand.
const (
	DayLayout    = "2006-01-02"
	MomentLayout = "2006-01-02 15:04:05"
)

// formats are the custom formats of the schemas. A format accepts values of other types, which the
// schema's type rejects.
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
			err = fmt.Errorf("want the format %s", layout)
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

// checkPassword checks the characters of a new password (spec §5); the schema checks its length.
func checkPassword(s string) error {
	if !strings.ContainsFunc(s, unicode.IsUpper) {
		return errors.New("want an uppercase letter")
	}
	if !strings.ContainsAny(s, "0123456789") {
		return errors.New("want a digit")
	}
	return nil
}

// Bounds of numbers in requests and answers. The schema library converts every number to a big.Rat,
// and 1e999999999 would exhaust the memory.
const (
	maxNumberLength = 40
	maxExponent     = 30
)

// parseNumber converts n. It returns false for a number that exceeds the bounds.
func parseNumber(n json.Number) (*big.Rat, bool) {
	if !withinBounds(n) {
		return nil, false
	}
	return new(big.Rat).SetString(string(n))
}

// withinBounds reports whether n is within the bounds.
func withinBounds(n json.Number) bool {
	if len(n) > maxNumberLength {
		return false
	}
	i := strings.IndexAny(string(n), "eE")
	if i < 0 {
		return true
	}
	e, err := strconv.Atoi(string(n[i+1:]))
	return err == nil && -maxExponent <= e && e <= maxExponent
}
