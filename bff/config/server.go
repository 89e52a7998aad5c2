package config

import (
	"errors"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Server is the content of the server file.
type Server struct {
	Profile        string              `json:"profile"` // demo or production
	Listen         string              `json:"listen"`
	AdminListen    string              `json:"admin_listen"`
	DataDir        string              `json:"data_dir"`        // empty: DefaultDataDir has none either
	KeysFile       string              `json:"keys_file"`       // default: created in DataDir
	ExclusionsCopy string              `json:"exclusions_copy"` // folder; empty: none
	BrandsDir      string              `json:"brands"`
	Studio         Studio              `json:"studio"`
	TrustedProxies []netip.Prefix      `json:"trusted_proxies"`
	CountryHeader  string              `json:"country_header"` // of trusted proxies; empty: countries are unknown
	TLS            ServerTLS           `json:"tls"`
	Log            Log                 `json:"log"`
	Drain          Drain               `json:"drain"`
	Redis          Redis               `json:"redis"`
	Session        Session             `json:"session"`
	Telemetry      Telemetry           `json:"telemetry"`
	Retention      Retention           `json:"retention"`
	Webhooks       Webhooks            `json:"webhooks"`
	Audit          Audit               `json:"audit"`
	Events         Events              `json:"events"`
	Staff          Staff               `json:"staff"`
	Upstreams      map[string]Upstream `json:"upstreams"`
}

// Studio configures changes of brands in the staff console.
type Studio struct {
	Edit    string `json:"edit"`    // on or read_only
	Publish string `json:"publish"` // one_person or two_people
}

// ReadOnly reports whether staff cannot change brands.
func (s Studio) ReadOnly() bool { return s.Edit == "read_only" }

// TwoPeople reports whether a publication requires a second person.
func (s Studio) TwoPeople() bool { return s.Publish == "two_people" }

// ServerTLS is the certificate of the public listener. Without it, a proxy must terminate TLS.
type ServerTLS struct {
	CertFile string `json:"cert_file"` // PEM: the certificate, then intermediate certificates
	KeyFile  string `json:"key_file"`  // PEM: the private key
}

// Enabled reports whether the public listener has TLS.
func (t ServerTLS) Enabled() bool { return t.CertFile != "" }

// resolve makes relative file names relative to dir.
func (t *ServerTLS) resolve(dir string) {
	for _, file := range []*string{&t.CertFile, &t.KeyFile} {
		if *file != "" && !filepath.IsAbs(*file) {
			*file = filepath.Join(dir, *file)
		}
	}
}

// Log configures logging.
type Log struct {
	Level string `json:"level"` // debug, info, warn or error
}

// Drain configures the shutdown.
type Drain struct {
	// Notice is the time between the signal and the end of the listener. Meanwhile /readyz reports
	// "draining". Running calls then keep their full deadline.
	Notice time.Duration `json:"notice"`
}

// Redis is the store that instances share. With a URL all stores use it instead of DataDir.
type Redis struct {
	StartTimeout time.Duration `json:"start_timeout"` // how long a start waits for Redis
	URL          string        `json:"url"`           // of the format redis-url; empty: no Redis
	TLS          TLS           `json:"tls"`           // for URLs with rediss; a reload applies the client certificate
}

// Session configures where sessions are stored.
type Session struct {
	Store string `json:"store"` // cookie: in the cookie; redis: in Redis, with a ticket in the cookie
}

// The values of Session.Store.
const (
	SessionCookie = "cookie"
	SessionRedis  = "redis"
)

// Telemetry configures traces.
type Telemetry struct {
	OTLPEndpoint string `json:"otlp_endpoint"` // OTLP over HTTP; empty: no traces
}

// DefaultListen is the default address of the public listener.
const DefaultListen = "127.0.0.1:8080"

func defaults() Server {
	return Server{
		Listen:      DefaultListen,
		AdminListen: "127.0.0.1:9090",
		Log:         Log{Level: "info"},
		Redis:       Redis{StartTimeout: 30 * time.Second},
		Studio:      Studio{Edit: "on", Publish: "one_person"},
		Session:     Session{Store: SessionCookie},
		Retention:   Retention{Requests: 7, Players: 180, Audit: 400, RefusedLogins: 90, Windows: 30},
		Webhooks:    Webhooks{CircuitOpenAfter: time.Minute, PaymentUnknownAfter: 5 * time.Minute},
		Staff:       Staff{OIDC: OIDC{GroupsClaim: "groups", LocalAccounts: LocalAll}},
	}
}

// production is the profile that rejects demo settings.
const production = "production"

// check reports the faults of a server file that its schema cannot express.
func (s *Server) check(c *checker) {
	if s.Session.Store == SessionRedis && s.Redis.URL == "" {
		c.report("redis requires redis.url", SessionCookie+", or set redis.url", "session", "store")
	}
	if r := s.Redis; r.TLS.CAFile+r.TLS.CertFile != "" && !strings.HasPrefix(r.URL, "rediss") {
		c.report("requires a redis.url with TLS", "rediss:// or rediss+sentinel:// in redis.url", "redis", "tls")
	}
	if s.ExclusionsCopy != "" && s.Redis.URL != "" {
		c.report("cannot be combined with redis.url, because each instance then has a mirror of Redis",
			"remove exclusions_copy or redis.url", "exclusions_copy")
	}
	if sameAddress(s.Listen, s.AdminListen) {
		c.report("has the same address as listen", "another port", "admin_listen")
	}
	if s.CountryHeader != "" && len(s.TrustedProxies) == 0 {
		c.report("requires trusted_proxies, because Croupier trusts only their header", "", "country_header")
	}
	s.Webhooks.check(c, s.Profile)
	s.Staff.OIDC.check(c)
	mocks := 0
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		up := s.Upstreams[name]
		if up.Adapter == "mock" {
			if mocks++; mocks == 2 {
				c.report("a process can have only one mock upstream", "", "upstreams", name, "adapter")
			}
		}
		if s.Profile == production {
			up.checkProduction(c, name)
		}
	}
}

// checkProduction reports the settings that the production profile rejects.
func (u Upstream) checkProduction(c *checker, name string) {
	if u.Adapter == "mock" {
		c.report("the production profile does not allow mock", "envelope, rest", "upstreams", name, "adapter")
	}
	if u.Control {
		c.report("the production profile does not allow the control API of the mock", "false", "upstreams", name,
			"control")
	}
	// The schema allows http and https URLs only.
	for _, raw := range u.URLs() {
		if at, err := url.Parse(raw); err == nil && at.Scheme == "http" && !isLoopback(at.Hostname()) {
			c.report("the production profile requires https, because requests contain credentials",
				"https, or http to this machine", "upstreams", name, "url")
			break
		}
	}
}

// sameAddress reports whether two listen addresses conflict. The schema allows host:port only.
func sameAddress(a, b string) bool {
	hostA, portA, _ := net.SplitHostPort(a)
	hostB, portB, _ := net.SplitHostPort(b)
	return portA == portB && strings.Trim(portA, "0") != "" &&
		(hostA == hostB || isUnspecified(hostA) || isUnspecified(hostB))
}

func isUnspecified(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "" || err == nil && a.IsUnspecified()
}

func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// Retention is the number of days for each kind of record. The schema has the minimums.
type Retention struct {
	Requests      int `json:"requests"`       // answered requests, for look-ups
	Players       int `json:"players"`        // players and their devices, since they were seen last
	Audit         int `json:"audit"`          // actions of staff
	RefusedLogins int `json:"refused_logins"` // of staff
	Windows       int `json:"windows"`        // maintenance windows that have ended
}

// Days returns a number of days as a duration.
func Days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// ErrNoDataDir means that no data directory is set and that HOME is missing, as in a container.
var ErrNoDataDir = errors.New("no data directory: neither XDG_STATE_HOME nor HOME is an absolute path")

// DataDirHelp describes how to set the data directory.
const DataDirHelp = "an absolute path in data_dir, CROUPIER_DATA_DIR or --data-dir"

// DefaultDataDir returns the default data directory: croupier in $XDG_STATE_HOME or ~/.local/state.
// As the XDG specification demands, it ignores relative paths. The working directory is no default,
// because it may be a source tree, and somebody may commit its key ring.
func DefaultDataDir(env Environment) (string, error) {
	if env == nil {
		return "", ErrNoDataDir
	}
	if state, _ := env("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "croupier"), nil
	}
	if home, _ := env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "croupier"), nil
	}
	return "", ErrNoDataDir
}
