package rest

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/internal/calendar"
)

// functions returns the functions of expressions in addition to the functions of jq:
//
//	minor               amount of the contract → integer hundredths
//	major               integer hundredths → amount of the contract, exact
//	moment(zone)        RFC 3339 → "yyyy-mm-dd HH:mm:ss" in a time zone
//	instant(zone)       day or moment in a time zone → RFC 3339 in UTC; a day becomes its first second
//	day_end(zone)       the same, but a day becomes its last second
//
// All of them return null for null.
func functions() []gojq.CompilerOption {
	return []gojq.CompilerOption{
		function("minor", 0, func(v any, _ []any) (any, error) { return minor(v) }),
		function("major", 0, func(v any, _ []any) (any, error) { return major(v) }),
		function("moment", 1, inZone(moment)),
		function("instant", 1, inZone(instant)),
		function("day_end", 1, inZone(dayEnd)),
	}
}

func function(name string, args int, f func(any, []any) (any, error)) gojq.CompilerOption {
	return gojq.WithFunction(name, args, args, func(v any, args []any) any {
		if v == nil {
			return nil
		}
		out, err := f(v, args)
		if err != nil {
			return err
		}
		return out
	})
}

func inZone(f func(string, *time.Location) (string, error)) func(any, []any) (any, error) {
	return func(v any, args []any) (any, error) {
		s, isText := v.(string)
		name, isName := args[0].(string)
		if !isText || !isName {
			return nil, errors.New("the date and the time zone must be strings")
		}
		zone, err := loadZone(name)
		if err != nil {
			return nil, err
		}
		return f(s, zone)
	}
}

// zones caches time.LoadLocation, which reads a file. Unknown names are not cached, which bounds
// its size.
var zones sync.Map

func loadZone(name string) (*time.Location, error) {
	if cached, ok := zones.Load(name); ok {
		return cached.(*time.Location), nil //nolint:forcetypeassert // nothing else is stored
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errors.New("unknown time zone")
	}
	zones.Store(name, zone)
	return zone, nil
}

func minor(v any) (any, error) {
	amount, err := bff.ParseMinorUnits(decimal(v))
	if err != nil {
		return nil, errors.New("not an amount, or more than two decimals")
	}
	return int(amount), nil
}

func major(v any) (any, error) {
	hundredths, err := strconv.ParseInt(strings.TrimSuffix(decimal(v), ".0"), 10, 64)
	if err != nil {
		return nil, errors.New("hundredths must be an integer")
	}
	return json.Number(bff.MinorUnits(hundredths).String()), nil
}

// decimal formats a number, without an exponent where possible. It is empty for another value.
func decimal(v any) string {
	if _, isText := v.(string); isText {
		return ""
	}
	text, _ := scalarText(v)
	return text
}

func moment(s string, zone *time.Location) (string, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return "", errors.New("the date is not in RFC 3339 format")
	}
	return t.In(zone).Format(time.DateTime), nil
}

func instant(s string, zone *time.Location) (string, error) {
	return toUTC(s, zone, func(y int, m time.Month, d int) time.Time { return calendar.StartOfDay(y, m, d, zone) })
}

func dayEnd(s string, zone *time.Location) (string, error) {
	return toUTC(s, zone, func(y int, m time.Month, d int) time.Time {
		return calendar.StartOfDay(y, m, d+1, zone).Add(-time.Second)
	})
}

// toUTC converts a moment, or a day by ofDay.
func toUTC(s string, zone *time.Location, ofDay func(int, time.Month, int) time.Time) (string, error) {
	t, err := time.ParseInLocation(time.DateTime, s, zone)
	if err != nil {
		day, err := time.Parse(time.DateOnly, s)
		if err != nil {
			return "", errors.New("the date is neither yyyy-mm-dd nor yyyy-mm-dd HH:mm:ss")
		}
		t = ofDay(day.Date())
	}
	return t.UTC().Format(time.RFC3339), nil
}
