package config

import (
	"errors"
	"math"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
)

// format is a format of the schemas in addition to those of JSON Schema.
type format struct {
	name, help string // help describes the allowed values
	check      func(string) error
}

var formats = []format{
	{"listen", "host:port, for example 127.0.0.1:8080", checkListen},
	{"cidr", "an address range, for example 10.0.0.0/8", func(s string) error { _, err := netip.ParsePrefix(s); return err }},
	{"http-url", "an http or https address with a host", checkURL},
	{"host", "a host name in lower case without a port", checkHost},
	{"time-zone", "an IANA name, for example Europe/Istanbul", func(s string) error { _, err := time.LoadLocation(s); return err }},
	{"day", "yyyy-mm-dd", func(s string) error { _, err := time.Parse(time.DateOnly, s); return err }},
	{"duration", "a duration above zero, for example 90s, 15m or 1h", checkDuration},
	{"span", "a duration, for example 0s, 90s, 15m or 1h", durationWithin(0, math.MaxInt64, "not a duration")},
	// Supervisors kill a process that stops too slowly.
	{"notice", "a duration of 0s to 5m", durationWithin(0, 5*time.Minute, "not a duration from 0s to 5m")},
	{"timeout", "a duration of 100ms to 2m", durationWithin(100*time.Millisecond, 2*time.Minute, "not a duration from 100ms to 2m")},
	{"webhook-url", "an http or https address with a host, without user and password", checkURL},
	{"header-value", "a text without control characters", checkHeaderValue},
	{"redis-url", "redis://, rediss:// or unix://, with +cluster before :// for a cluster; for example redis://127.0.0.1:6379/0", checkRedisURL},
}

// formatHelp describes the allowed values of a format; empty for one of JSON Schema.
func formatHelp(name string) string {
	for _, f := range formats {
		if f.name == name {
			return f.help
		}
	}
	return ""
}

// validate adapts the check of strings to the validator; other types are left to the schema.
func (f format) validate(v any) error {
	if s, ok := v.(string); ok {
		return f.check(s)
	}
	return nil
}

func checkListen(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return errors.New("not host:port")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errors.New("not a port")
	}
	return nil
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return errors.New("not an http or https URL")
	}
	return nil
}

func checkHeaderValue(s string) error {
	if !httpguts.ValidHeaderFieldValue(s) {
		return errors.New("contains a control character")
	}
	return nil
}

var hostPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

func checkHost(s string) error {
	if !hostPattern.MatchString(s) {
		return errors.New("not a host name")
	}
	return nil
}

var checkDuration = durationWithin(1, math.MaxInt64, "not a duration above zero")

// durationWithin returns a check of durations.
func durationWithin(least, most time.Duration, problem string) func(string) error {
	return func(s string) error {
		if d, err := time.ParseDuration(s); err != nil || d < least || d > most {
			return errors.New(problem)
		}
		return nil
	}
}

// checkRedisURL checks the form only. Its errors never quote the URL, which may hold a password.
func checkRedisURL(s string) error {
	u, err := url.Parse(s)
	if err != nil {
		return errors.New("not an address")
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return errors.New("not a port")
		}
	}
	if v := u.Query().Get("timeout"); v != "" && checkDuration(v) != nil {
		return errors.New("timeout is not a duration above zero")
	}
	switch scheme := u.Scheme; {
	case scheme == "unix" && u.Path != "":
		return nil
	case u.Host == "":
	case scheme == "redis", scheme == "rediss":
		if db := strings.TrimPrefix(u.Path, "/"); db != "" {
			if _, err := strconv.ParseUint(db, 10, 16); err != nil {
				return errors.New("path is not a database number")
			}
		}
		return nil
	case scheme == "redis+cluster", scheme == "rediss+cluster":
		if db := strings.TrimPrefix(u.Path, "/"); db != "" && db != "0" {
			return errors.New("a cluster has one database, 0")
		}
		return nil
	}
	return errors.New("not a Redis URL")
}
