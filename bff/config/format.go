package config

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"croupier/bff/internal/lists"
)

// format is a format of the schemas that JSON Schema does not define, or defines with other values.
type format struct {
	name, help string // help describes the allowed values
	check      func(string) error
}

var formats = []format{
	{"listen", "host:port, for example 127.0.0.1:8080", checkListen},
	{"cidr", "an address range, for example 10.0.0.0/8", checkRange},
	{"http-url", "an http or https address with a host, without user and password", formOf(isURL)},
	{"host", "a host name in lower case without a port", formOf(hostPattern.MatchString)},
	{"time-zone", "an IANA name, for example Europe/Istanbul", formOf(isTimeZone)},
	{"day", "yyyy-mm-dd", formOf(isDay)},
	{"date-time", "a time from 2000 to 2099 with its zone, for example 2026-06-01T09:00:00+03:00", formOf(isTime)},
	{"duration", "a duration above zero, for example 90s, 15m or 1h", checkDuration},
	{"span", "a duration, for example 0s, 90s, 15m or 1h", durationWithin(0, math.MaxInt64)},
	// Supervisors kill a process that stops too slowly.
	{"notice", "a duration from 0s to 5m", durationWithin(0, 5*time.Minute)},
	{"timeout", "a duration from 100ms to 2m", durationWithin(100*time.Millisecond, 2*time.Minute)},
	{"webhook-url", "an http or https address with a host, without user and password", formOf(isURL)},
	{"header-value", "a text without control characters", formOf(httpguts.ValidHeaderFieldValue)},
	{"redis-url", redisHelp, checkRedisURL},
}

const redisHelp = "redis://, rediss:// or unix://, with +cluster before :// for a cluster or +sentinel for " +
	"sentinels, for example redis://127.0.0.1:6379/0"

// errForm means that a value is invalid and that the help of its format says enough.
var errForm = errors.New("invalid")

// formatHelp describes the allowed values of a format. It is empty for other formats of JSON Schema.
func formatHelp(name string) string {
	f, _ := lists.Find(formats, func(f format) bool { return f.name == name })
	return f.help
}

// validate adapts the check to the validator. The schema reports values that are not strings.
func (f format) validate(v any) error {
	if s, ok := v.(string); ok {
		return f.check(s)
	}
	return nil
}

func checkListen(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return errForm
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errors.New("the port must be a number from 0 to 65535")
	}
	return nil
}

func checkRange(s string) error {
	if a, err := netip.ParseAddr(s); err == nil {
		return fmt.Errorf("the prefix length is missing, write %s", netip.PrefixFrom(a, a.BitLen()))
	}
	if _, err := netip.ParsePrefix(s); err != nil {
		return errForm
	}
	return nil
}

// formOf returns a check that reports errForm for a value that is not valid.
func formOf(valid func(string) bool) func(string) error {
	return func(s string) error {
		if !valid(s) {
			return errForm
		}
		return nil
	}
}

func isTimeZone(s string) bool { _, err := time.LoadLocation(s); return err == nil }

func isPort(s string) bool { n, err := strconv.ParseUint(s, 10, 16); return err == nil && n > 0 }

func isDay(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }

// isTime refuses leap seconds and years that the records of the contract cannot have.
func isTime(s string) bool {
	var t time.Time
	err := t.UnmarshalText([]byte(s)) // unlike time.Parse, it requires two digits for the hour
	return err == nil && 2000 <= t.Year() && t.Year() < 2100
}

func isURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

var hostPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

var checkDuration = durationWithin(1, math.MaxInt64)

func durationWithin(least, most time.Duration) func(string) error {
	return func(s string) error {
		if d, err := time.ParseDuration(s); err != nil || d < least || d > most {
			return errForm
		}
		return nil
	}
}

// checkRedisURL checks the form only. Its errors never quote the URL, which may contain a password.
func checkRedisURL(s string) error {
	u, err := url.Parse(s)
	if err != nil {
		return errForm
	}
	if port := u.Port(); port != "" && !isPort(port) {
		return errors.New("the port must be a number from 1 to 65535")
	}
	if v := u.Query().Get("timeout"); v != "" && checkDuration(v) != nil {
		return errors.New("timeout must be a duration above zero")
	}
	switch scheme := u.Scheme; {
	case scheme == "unix" && u.Path != "":
		return nil
	case u.Host == "":
	case scheme == "redis", scheme == "rediss", scheme == "redis+sentinel", scheme == "rediss+sentinel":
		if db := strings.TrimPrefix(u.Path, "/"); db != "" {
			if _, err := strconv.ParseUint(db, 10, 16); err != nil {
				return errors.New("the path must be the number of a database")
			}
		}
		return nil
	case scheme == "redis+cluster", scheme == "rediss+cluster":
		if db := strings.TrimPrefix(u.Path, "/"); db != "" && db != "0" {
			return errors.New("a cluster has only one database, 0")
		}
		return nil
	}
	return errForm
}
