package config

import (
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Server is the server file: where the process listens and what it stands on.
type Server struct {
	Profile        string              `json:"profile"` // demo or production
	Listen         string              `json:"listen"`
	AdminListen    string              `json:"admin_listen"`
	DataDir        string              `json:"data_dir"`
	KeysFile       string              `json:"keys_file"` // empty: made in DataDir
	BrandsDir      string              `json:"brands"`
	TrustedProxies []netip.Prefix      `json:"trusted_proxies"`
	CountryHeader  string              `json:"country_header"` // in which trusted proxies tell the visitor's country; empty: nobody does
	Log            Log                 `json:"log"`
	Drain          Drain               `json:"drain"`
	Redis          Redis               `json:"redis"`
	Session        Session             `json:"session"`
	Telemetry      Telemetry           `json:"telemetry"`
	Upstreams      map[string]Upstream `json:"upstreams"`
}

// Log says how much the process tells.
type Log struct {
	Level string `json:"level"` // debug, info, warn or error
}

// Drain says how the process ends when it is told to.
type Drain struct {
	// Notice is how long /readyz says "draining" before the listener closes: as long as
	// balancers take to notice. Calls under way then have their whole deadline.
	Notice Duration `json:"notice"`
}

// Redis is what instances share. With a URL every store is there instead of in DataDir.
type Redis struct {
	URL string `json:"url"` // redis://, rediss:// or unix://, redis+cluster:// or rediss+cluster://; empty: there is none
}

// Session says where a player's session lies.
type Session struct {
	Store string `json:"store"` // cookie: sealed in the cookie itself; redis: the cookie is a ticket to it
}

// The values of Session.Store.
const (
	SessionCookie = "cookie"
	SessionRedis  = "redis"
)

// Telemetry says who is told what happens inside.
type Telemetry struct {
	OTLPEndpoint string `json:"otlp_endpoint"` // where traces are sent by OTLP over HTTP; empty: nowhere
}

// defaults are the values of fields that a file leaves out.
func defaults() Server {
	return Server{
		Listen:      "127.0.0.1:8080",
		AdminListen: "127.0.0.1:9090",
		DataDir:     "data",
		Log:         Log{Level: "info"},
		Session:     Session{Store: SessionCookie},
	}
}

// production is the profile that refuses what only a demo may have.
const production = "production"

// faults are what a schema cannot say of a server file.
func (s *Server) faults(d *document) Faults {
	var out Faults
	if s.Session.Store == SessionRedis && s.Redis.URL == "" {
		out = append(out, d.fault([]string{"session", "store"}, "needs redis.url", SessionCookie+", or a redis.url"))
	}
	if sameAddress(s.Listen, s.AdminListen) {
		out = append(out, d.fault([]string{"admin_listen"}, "is the address of listen", "another port: operators' paths are never on the players' listener"))
	}
	if s.CountryHeader != "" && len(s.TrustedProxies) == 0 {
		out = append(out, d.fault([]string{"country_header"}, "needs trusted_proxies: nobody else's header is believed", ""))
	}
	mocks := 0
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		up := s.Upstreams[name]
		if up.Adapter == "mock" {
			if mocks++; mocks == 2 {
				out = append(out, d.fault([]string{"upstreams", name, "adapter"}, "a process holds one mock", "one upstream with the mock adapter"))
			}
		}
		out = append(out, up.faults(d, name)...)
		if s.Profile == production {
			out = append(out, up.productionFaults(d, name)...)
		}
	}
	return out
}

// productionFaults are what a demo may have and a production profile may not.
func (u Upstream) productionFaults(d *document, name string) Faults {
	var out Faults
	if u.Adapter == "mock" {
		out = append(out, d.fault([]string{"upstreams", name, "adapter"}, "a production profile has no pretend platform", "envelope, rest"))
	}
	if u.Control {
		out = append(out, d.fault([]string{"upstreams", name, "control"}, "a production profile may not serve the mock's control surface", "false"))
	}
	// The schema has let only http and https addresses pass.
	if at, err := url.Parse(u.URL); err == nil && at.Scheme == "http" && !loopback(at.Hostname()) {
		out = append(out, d.fault([]string{"upstreams", name, "url"}, "players' passwords and money would travel in the clear", "https, or http to this machine"))
	}
	return out
}

// sameAddress tells whether two listeners would be in each other's way. The schema has let
// only host:port pass.
func sameAddress(a, b string) bool {
	hostA, portA, _ := net.SplitHostPort(a)
	hostB, portB, _ := net.SplitHostPort(b)
	return portA == portB && strings.Trim(portA, "0") != "" && (hostA == hostB || everywhere(hostA) || everywhere(hostB))
}

func everywhere(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "" || err == nil && a.IsUnspecified()
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// Duration is a time.Duration that files write as 90s, 15m or 1h.
type Duration time.Duration

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes a duration.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }
