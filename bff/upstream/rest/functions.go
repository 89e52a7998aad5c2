package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"github.com/itchyny/gojq"

	"croupier/bff"
)

// Layouts of the wire (calls.md §2).
const (
	dayLayout    = "2006-01-02"
	momentLayout = "2006-01-02 15:04:05"
)

// functions are what every expression may use besides jq's own:
//
//	minor               an amount as the wire has it → whole hundredths
//	major               whole hundredths → an amount as the wire has it, exactly
//	moment(zone)        RFC 3339 → "yyyy-mm-dd HH:mm:ss" in a zone
//	instant(zone)       a day or moment of a zone → RFC 3339 in UTC; a day is its first second
//	day_end(zone)       the same; a day is its last second
//
// null stays null in all of them.
func functions() []gojq.CompilerOption {
	return []gojq.CompilerOption{
		gojq.WithFunction("minor", 0, 0, nullable(minor)),
		gojq.WithFunction("major", 0, 0, nullable(major)),
		gojq.WithFunction("moment", 1, 1, inZone(moment)),
		gojq.WithFunction("instant", 1, 1, inZone(func(s string, z *time.Location) (string, error) { return instant(s, z, false) })),
		gojq.WithFunction("day_end", 1, 1, inZone(func(s string, z *time.Location) (string, error) { return instant(s, z, true) })),
	}
}

func nullable(f func(any) (any, error)) func(any, []any) any {
	return func(v any, _ []any) any {
		if v == nil {
			return nil
		}
		out, err := f(v)
		if err != nil {
			return err
		}
		return out
	}
}

func inZone(f func(string, *time.Location) (string, error)) func(any, []any) any {
	return func(v any, args []any) any {
		if v == nil {
			return nil
		}
		s, isText := v.(string)
		name, isName := args[0].(string)
		if !isText || !isName {
			return errors.New("a date and the name of its zone have to be strings")
		}
		zone, err := zoneOf(name)
		if err != nil {
			return err
		}
		out, err := f(s, zone)
		if err != nil {
			return err
		}
		return out
	}
}

// zones remembers the zones that were asked for: loading one reads a file. Only those that
// exist are remembered, so that there is an end to them.
var zones sync.Map

func zoneOf(name string) (*time.Location, error) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), nil //nolint:forcetypeassert // nothing else is stored
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errors.New("there is no such time zone")
	}
	zones.Store(name, zone)
	return zone, nil
}

// decimal writes a number as jq has it in plain digits.
func decimal(v any) (string, error) {
	switch v := v.(type) {
	case json.Number:
		return v.String(), nil
	case int, *big.Int:
		return fmt.Sprint(v), nil
	case float64:
		raw, err := json.Marshal(v)
		return string(raw), err
	}
	return "", errors.New("an amount has to be a number")
}

func minor(v any) (any, error) {
	s, err := decimal(v)
	if err != nil {
		return nil, err
	}
	amount, err := bff.ParseMinorUnits(s)
	if err != nil {
		return nil, errors.New("an amount has at most two decimals")
	}
	return int(amount), nil
}

func major(v any) (any, error) {
	s, err := decimal(v)
	if err != nil {
		return nil, err
	}
	whole, ok := new(big.Int).SetString(strings.TrimSuffix(s, ".0"), 10)
	if !ok || !whole.IsInt64() {
		return nil, errors.New("hundredths have to be a whole number")
	}
	return json.Number(bff.MinorUnits(whole.Int64()).String()), nil
}

func moment(s string, zone *time.Location) (string, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return "", errors.New("a date is not as RFC 3339 has it")
	}
	return t.In(zone).Format(momentLayout), nil
}

func instant(s string, zone *time.Location, dayEnd bool) (string, error) {
	t, err := time.ParseInLocation(momentLayout, s, zone)
	if err != nil {
		if t, err = time.ParseInLocation(dayLayout, s, zone); err != nil {
			return "", errors.New("a date is neither a day nor a moment")
		}
		if dayEnd {
			t = t.AddDate(0, 0, 1).Add(-time.Second)
		}
	}
	return t.UTC().Format(time.RFC3339), nil
}
