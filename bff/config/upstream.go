package config

import (
	"bytes"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/certificate"
	"croupier/bff/internal/yamlnode"
)

// Upstream is one platform.
type Upstream struct {
	Adapter      string                   `json:"adapter"`  // mock, envelope or rest
	URL          string                   `json:"url"`      // of envelope and rest
	Mapping      string                   `json:"mapping"`  // mapping file of rest
	Control      bool                     `json:"control"`  // of mock: serve its control API
	Seed         uint64                   `json:"seed"`     // of mock
	Scenario     string                   `json:"scenario"` // of mock: active at the start
	Headers      map[string]string        `json:"headers"`  // sent with every request
	SecretFile   string                   `json:"secret_file"`
	Timeouts     map[string]time.Duration `json:"timeouts"`    // by deadline class: quick, normal, slow, money
	Concurrency  int                      `json:"concurrency"` // requests in flight per brand and class; 0: default
	Queue        int                      `json:"queue"`       // requests waiting for a slot; 0: default
	Breaker      Breaker                  `json:"breaker"`
	Probe        Probe                    `json:"probe"`
	TLS          TLS                      `json:"tls"`
	Propagate500 *bool                    `json:"propagate_500"` // see Propagates500; nil: true

	// FailoverURLs are further addresses, which Croupier uses if it cannot connect to URL.
	FailoverURLs []string `json:"failover_urls"`

	// Unsupported are classes and calls (class/method) that the platform lacks, in addition to
	// the list in its mapping.
	Unsupported []string `json:"unsupported"`

	// PlatformLimits names the calls of an envelope platform that has limits of players itself, by
	// method of platform_limits.
	PlatformLimits map[string]string `json:"platform_limits"`

	// ContractOverrides accept deviations from the contract, by call and path.
	ContractOverrides contract.Overrides `json:"contract_overrides"`

	// Contents of the named files.
	MappingYAML []byte `json:"-"`
	Secret      Secret `json:"-"` // HMAC key of signed requests; empty: unsigned
}

// Breaker configures the circuit breaker. Zero fields have the defaults of package upstream.
type Breaker struct {
	Window    time.Duration `json:"window"`     // sliding window of outcomes
	Minimum   int           `json:"minimum"`    // minimum outcomes to open
	Ratio     float64       `json:"ratio"`      // share of failures that opens it, above 0 to 1
	OpenFor   time.Duration `json:"open_for"`   // time in the open state
	SlowAfter time.Duration `json:"slow_after"` // slower calls count as failures
}

// Probe configures the probes of an open circuit breaker and of an unused URL. Zero fields have the
// defaults of packages upstream and transport.
type Probe struct {
	Call     string        `json:"call"`     // the health call; default: a guest read of the circuit's class
	Interval time.Duration `json:"interval"` // shortest time between two health calls

	ReturnAfter time.Duration `json:"return_after"` // time for which probes reach URL until it is used again
}

// TLS configures the trusted certificates of a server and the client certificate.
type TLS struct {
	CAFile   string `json:"ca_file"`   // PEM; default: the certificates of the system
	CertFile string `json:"cert_file"` // PEM: the client certificate with its chain; empty: none
	KeyFile  string `json:"key_file"`  // PEM: its private key

	// Contents of the files.
	CA   []byte `json:"-"`
	Cert []byte `json:"-"`
	Key  Secret `json:"-"`
}

// Secret is never printed.
type Secret []byte

// String returns a placeholder.
func (Secret) String() string { return "[redacted]" }

// GoString returns a placeholder.
func (Secret) GoString() string { return "[redacted]" }

// minSecret is the minimum length of a signing secret in bytes.
const minSecret = 16

// readFiles reads the files of the upstream, relative to the server file or by absolute path.
func (u *Upstream) readFiles(c *checker, files *recorder, dir, name string) {
	read := func(file string, field ...string) []byte {
		return c.readFile(files, dir, file, append([]string{"upstreams", name}, field...)...)
	}
	u.MappingYAML = read(u.Mapping, "mapping")
	u.TLS.readFiles(c, files, dir, "upstreams", name, "tls")
	if raw := read(u.SecretFile, "secret_file"); raw != nil {
		u.Secret = bytes.TrimRight(raw, "\r\n") // files may end with a newline
		if len(u.Secret) < minSecret {
			c.report(fmt.Sprintf("the secret has %d bytes", len(u.Secret)), fmt.Sprintf("at least %d bytes", minSecret),
				"upstreams", name, "secret_file")
		}
	}
}

// readFiles reads the files of the settings at path and reports an invalid client certificate.
func (t *TLS) readFiles(c *checker, files *recorder, dir string, path ...string) {
	field := func(name string) []string { return append(slices.Clone(path), name) }
	t.CA = c.readFile(files, dir, t.CAFile, field("ca_file")...)
	t.Cert = c.readFile(files, dir, t.CertFile, field("cert_file")...)
	t.Key = c.readFile(files, dir, t.KeyFile, field("key_file")...)
	const pair = "a client certificate and its private key in PEM format"
	if len(t.CA) > 0 && !x509.NewCertPool().AppendCertsFromPEM(t.CA) {
		c.report("the file contains no certificate", "certificates in PEM format", field("ca_file")...)
	}
	switch {
	case t.CertFile == "" && t.KeyFile != "":
		c.report("is missing, because key_file is set", pair, field("cert_file")...)
	case t.CertFile != "" && t.KeyFile == "":
		c.report("is missing, because cert_file is set", pair, field("key_file")...)
	case t.Cert != nil && t.Key != nil: // both files are set and readable
		if _, err := certificate.Parse(t.CertFile, t.KeyFile, t.Cert, t.Key); err != nil {
			c.report(err.Error(), pair, field(certificate.FieldOf(err))...)
		}
	}
}

// readFile reads the file of a field, relative to dir or by absolute path.
func (c *checker) readFile(files *recorder, dir, file string, field ...string) []byte {
	if file == "" {
		return nil
	}
	raw, err := files.readRelative(dir, file)
	if err != nil {
		c.report("could not read "+file+": "+rootCause(err), "an absolute path, or a path relative to this file",
			field...)
	}
	return raw
}

// URLs returns the addresses of the upstream, URL first.
func (u *Upstream) URLs() []string { return append([]string{u.URL}, u.FailoverURLs...) }

// Propagates500 reports whether an HTTP 500 of a session call remains a 500.
func (u *Upstream) Propagates500() bool { return u.Propagate500 == nil || *u.Propagate500 }

// rules returns the upstream rules for brands. The fingerprint of the settings makes changed
// settings create a new chain.
func (u Upstream) rules(name string) bff.UpstreamRules {
	h := sha256.New()
	_ = json.NewEncoder(h).Encode(u) // the fields always encode; map keys are sorted
	_, _ = fmt.Fprintf(h, "%q", [][]byte{u.MappingYAML, u.TLS.CA, u.TLS.Cert, u.TLS.Key, u.Secret})
	return bff.UpstreamRules{
		Name: name, Adapter: u.Adapter, URL: u.URL, Control: u.Adapter == "mock" && u.Control,
		Settings: hex.EncodeToString(h.Sum(nil)[:8]),
	}
}

// classPlatformLimits is the class of the calls in Upstream.PlatformLimits.
const classPlatformLimits = "platform_limits"

// ServerCallNames returns the names that the platform uses for calls of the server itself, by name
// of the contract.
func (u *Upstream) ServerCallNames() map[string]string {
	out := make(map[string]string, len(u.PlatformLimits))
	for method, name := range u.PlatformLimits {
		out[classPlatformLimits+"/"+method] = name
	}
	return out
}

// calls returns the unsupported classes and calls of an upstream, and the entries of its mapping.
// ok is false without a readable mapping.
func (u *Upstream) calls() (unsupported []string, mapped *yamlnode.Node, ok bool) {
	docs, err := yamlnode.Parse(u.MappingYAML)
	if err != nil || len(docs) != 1 || docs[0] == nil {
		return u.Unsupported, nil, false
	}
	unsupported = slices.Clone(u.Unsupported)
	if declared := docs[0].Get("unsupported"); declared != nil {
		for _, item := range declared.Items {
			unsupported = append(unsupported, item.Text)
		}
	}
	return unsupported, docs[0].Get("calls"), true
}

// callsOf records in b which calls are unsupported and which calls of the server itself the
// platforms have.
func (s *Server) callsOf(b *bff.Brand, offered []string, calls *callIndex) {
	b.Unsupported, b.ServerCalls = map[string]bool{}, map[string]bool{}
	declared, mapped := map[string][]string{}, map[string]*yamlnode.Node{} // by upstream
	for name, up := range s.Upstreams {
		declared[name], mapped[name], _ = up.calls()
	}
	for _, call := range calls.calls {
		missing := declared[b.RulesFor(call).Name]
		switch {
		case call.Local:
		case call.Optional && !slices.Contains(offered, call.Name()),
			slices.Contains(missing, call.Class), slices.Contains(missing, call.Name()):
			b.Unsupported[call.Name()] = true
		}
	}
	for _, call := range calls.server {
		name := b.RulesFor(call).Name
		up := s.Upstreams[name]
		if up.ServerCallNames()[call.Name()] != "" || mapped[name].Get(call.Name()) != nil {
			b.ServerCalls[call.Name()] = true
		}
	}
}
