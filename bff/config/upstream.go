package config

import (
	"bytes"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"croupier/bff"
)

// Upstream is one platform that brands may name.
type Upstream struct {
	Adapter      string              `json:"adapter"` // mock, envelope or rest
	URL          string              `json:"url"`     // of envelope and rest
	Mapping      string              `json:"mapping"` // of rest: the file that maps the calls
	Control      bool                `json:"control"` // of mock: its control surface is served
	Seed         uint64              `json:"seed"`    // of mock
	Headers      map[string]string   `json:"headers"` // sent with every request
	SecretFile   string              `json:"secret_file"`
	Timeouts     map[string]Duration `json:"timeouts"`    // by the deadline names of the contract: quick, normal, slow, money
	Concurrency  int                 `json:"concurrency"` // requests under way at once, a brand and class; 0: the default
	Queue        int                 `json:"queue"`       // requests that wait for a place; 0: the default
	Breaker      Breaker             `json:"breaker"`
	TLS          TLS                 `json:"tls"`
	Propagate500 bool                `json:"propagate_500"` // a platform's HTTP 500 reaches the player as 500

	// What the named files hold, read with the configuration.
	MappingYAML []byte `json:"-"`
	Secret      Secret `json:"-"` // requests are signed with it (HMAC); empty: they are not
}

// Breaker says when an upstream that fails is left alone. Zero fields have the defaults
// of package upstream.
type Breaker struct {
	Window    Duration `json:"window"`     // outcomes older than this are forgotten
	Minimum   int      `json:"minimum"`    // outcomes below which it never opens
	Ratio     float64  `json:"ratio"`      // share of failures at which it opens, above 0 to 1
	OpenFor   Duration `json:"open_for"`   // how long nothing is sent then
	SlowAfter Duration `json:"slow_after"` // a call that takes longer counts as a failure
}

// TLS says which certificates of an upstream are believed.
type TLS struct {
	CAFile string `json:"ca_file"` // PEM; empty: those of the system
	CA     []byte `json:"-"`       // what CAFile holds
}

// Secret is a value that is never printed.
type Secret []byte

// String hides the secret from whatever prints.
func (Secret) String() string { return "[redacted]" }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return "[redacted]" }

// minSecret is the least that a signature may be made with, in bytes.
const minSecret = 16

// readFiles reads what the upstream's fields name: files beside the server file, or
// anywhere by an absolute path, as secrets are mounted.
func (u *Upstream) readFiles(files *recorder, dir string, d *document, name string) Faults {
	var out Faults
	read := func(file string, field ...string) []byte {
		if file == "" {
			return nil
		}
		raw, err := files.readAnywhere(dir, file)
		if err != nil {
			out = append(out, d.fault(append([]string{"upstreams", name}, field...), fmt.Sprintf("%s cannot be read", file), "a file, absolute or beside the server file"))
		}
		return raw
	}
	u.MappingYAML = read(u.Mapping, "mapping")
	u.TLS.CA = read(u.TLS.CAFile, "tls", "ca_file")
	if raw := read(u.SecretFile, "secret_file"); raw != nil {
		u.Secret = bytes.TrimRight(raw, "\r\n") // editors end files with a line
		if len(u.Secret) < minSecret {
			out = append(out, d.fault([]string{"upstreams", name, "secret_file"}, "holds too short a secret", fmt.Sprintf("at least %d bytes", minSecret)))
		}
	}
	return out
}

// faults are what a schema cannot say of an upstream.
func (u *Upstream) faults(d *document, name string) Faults {
	var out Faults
	if len(u.TLS.CA) > 0 && !x509.NewCertPool().AppendCertsFromPEM(u.TLS.CA) {
		out = append(out, d.fault([]string{"upstreams", name, "tls", "ca_file"}, "holds no certificate", "certificates in PEM form"))
	}
	return out
}

// rules gives the upstream rules of a brand that names the upstream. Its settings are part
// of them by their fingerprint, so that changed settings make another chain.
func (u Upstream) rules(name string) bff.UpstreamRules {
	return bff.UpstreamRules{
		Name: name, Adapter: u.Adapter, URL: u.URL, Control: u.Adapter == "mock" && u.Control, Settings: u.fingerprint(),
	}
}

func (u Upstream) fingerprint() string {
	// The fields are plain values, which always encode; maps are written in order.
	raw, _ := json.Marshal(u)
	h := sha256.New()
	for _, part := range [][]byte{raw, u.MappingYAML, u.TLS.CA, u.Secret} {
		_, _ = fmt.Fprintf(h, "%d:", len(part)) // a hash never fails
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
