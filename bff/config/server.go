package config

import (
	"maps"
	"net/netip"
	"slices"

	"croupier/bff"
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
	Log            Log                 `json:"log"`
	Upstreams      map[string]Upstream `json:"upstreams"`
}

// Log says how much the process tells.
type Log struct {
	Level string `json:"level"` // debug, info, warn or error
}

// Upstream is one platform that brands may name.
type Upstream struct {
	Adapter string `json:"adapter"` // mock or envelope
	URL     string `json:"url"`
	Control bool   `json:"control"`
	Seed    uint64 `json:"seed"`
}

// defaults are the values of fields that a file leaves out.
func defaults() Server {
	return Server{
		Listen:      "127.0.0.1:8080",
		AdminListen: "127.0.0.1:9090",
		DataDir:     "data",
		Log:         Log{Level: "info"},
	}
}

// faults are what a schema cannot say of a server file.
func (s *Server) faults(d *document) Faults {
	var out Faults
	mocks := 0
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		up := s.Upstreams[name]
		if up.Adapter == "mock" {
			if mocks++; mocks == 2 {
				out = append(out, d.fault([]string{"upstreams", name, "adapter"}, "a process holds one mock", "one upstream with the mock adapter"))
			}
		}
		if s.Profile == "production" && up.Control {
			out = append(out, d.fault([]string{"upstreams", name, "control"}, "a production profile may not serve the mock's control surface", "false"))
		}
	}
	return out
}

// rules gives the upstream rules of a brand that names an upstream.
func (u Upstream) rules() bff.UpstreamRules {
	return bff.UpstreamRules{Adapter: u.Adapter, URL: u.URL, Control: u.Adapter == "mock" && u.Control}
}
