package config

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formatHelp describes the allowed values of each format.
var formatHelp = map[string]string{
	"listen":      "host:port, for example 127.0.0.1:8080",
	"cidr":        "an address range, for example 10.0.0.0/8",
	"http-url":    "an http or https address with a host",
	"host":        "a host name in lower case without a port",
	"time-zone":   "an IANA name, for example Europe/Istanbul",
	"day":         "yyyy-mm-dd",
	"duration":    "a duration above zero, for example 90s, 15m or 1h",
	"span":        "a duration, for example 0s, 90s, 15m or 1h",
	"notice":      "a duration of 0s to 5m",
	"timeout":     "a duration of 100ms to 2m",
	"webhook-url": "an http or https address with a host, without user and password",
	"redis-url":   "redis://, rediss:// or unix://, with +cluster before :// for a cluster; for example redis://127.0.0.1:6379/0",
}

// formats are the formats of the schemas in addition to those of JSON Schema.
var formats = []*jsonschema.Format{
	{Name: "listen", Validate: text(checkListen)},
	{Name: "cidr", Validate: text(func(s string) error { _, err := netip.ParsePrefix(s); return err })},
	{Name: "http-url", Validate: text(checkURL)},
	{Name: "host", Validate: text(checkHost)},
	{Name: "time-zone", Validate: text(func(s string) error { _, err := time.LoadLocation(s); return err })},
	{Name: "day", Validate: text(func(s string) error { _, err := time.Parse(time.DateOnly, s); return err })},
	{Name: "duration", Validate: text(checkDuration)},
	{Name: "span", Validate: text(checkNonNegativeDuration)},
	{Name: "notice", Validate: text(checkNotice)},
	{Name: "timeout", Validate: text(checkTimeout)},
	{Name: "webhook-url", Validate: text(checkURL)},
	{Name: "redis-url", Validate: text(checkRedisURL)},
}

// text adapts a check of strings to the validator; other types are left to the schema.
func text(check func(string) error) func(any) error {
	return func(v any) error {
		if s, ok := v.(string); ok {
			return check(s)
		}
		return nil
	}
}

func checkListen(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return errors.New("not host:port")
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n > 65535 {
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

var hostPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

func checkHost(s string) error {
	if !hostPattern.MatchString(s) {
		return errors.New("not a host name")
	}
	return nil
}

func checkDuration(s string) error {
	if d, err := time.ParseDuration(s); err != nil || d <= 0 {
		return errors.New("not a duration above zero")
	}
	return nil
}

func checkNonNegativeDuration(s string) error {
	if d, err := time.ParseDuration(s); err != nil || d < 0 {
		return errors.New("not a duration")
	}
	return nil
}

// checkNotice bounds the drain notice, as supervisors kill a process that stops too slowly.
func checkNotice(s string) error {
	if d, err := time.ParseDuration(s); err != nil || d < 0 || d > 5*time.Minute {
		return errors.New("not a duration from 0s to 5m")
	}
	return nil
}

// checkTimeout bounds upstream timeouts, which also bound draining.
func checkTimeout(s string) error {
	if d, err := time.ParseDuration(s); err != nil || d < 100*time.Millisecond || d > 2*time.Minute {
		return errors.New("not a duration from 100ms to 2m")
	}
	return nil
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
