package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
	"croupier/bff/platform/sanitise"
)

// localVisitor is the address of the visitor of calls that commands make.
var localVisitor = netip.AddrFrom4([4]byte{127, 0, 0, 1})

// openConfiguration loads a configuration and finds a brand in it, see chosenBrand. Its faults are printed as by check.
func openConfiguration(w commandContext, file configFile, brand string) (*config.Live, *bff.Brand, error) {
	live, err := config.OpenLive(app.Source(string(file), w.env), slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		return nil, nil, printFaults(w, "", err)
	}
	b, err := chosenBrand(live, brand)
	return live, b, err
}

// chosenBrand returns the brand with an id, or the only one.
func chosenBrand(live *config.Live, id string) (*bff.Brand, error) {
	brands := live.Brands()
	if id == "" {
		if len(brands) != 1 {
			return nil, fmt.Errorf("--brand is required: the configuration has %d brands", len(brands))
		}
		return brands[0], nil
	}
	b, ok := live.ByID(id)
	if !ok {
		return nil, fmt.Errorf("--brand: no brand %s", id)
	}
	return b, nil
}

// configuredOptions returns what makes the calls of a brand as the server does: through its routes, with
// its headers, secrets and timeouts. They are reads only, those of players with a login.
func configuredOptions(w commandContext, live *config.Live, calls *contract.Catalogue, b *bff.Brand, login *loginFlags) (o conformance.Options, err error) {
	routes, err := app.OpenRoutes(w.ctx, live, calls)
	if err != nil {
		return o, err
	}
	o = conformance.Options{
		Upstream: routes, Calls: calls, Brand: b, Lang: b.DefaultLang(), Visitor: localVisitor,
		Accepted: func(call *bff.Call) map[string]contract.Override {
			return live.Config().Server.Upstreams[b.RulesFor(call).Name].ContractOverrides[call.Name()]
		},
		Unsupported: func(call *bff.Call) bool { return !b.Supports(call) }, ReadsOnly: true, Username: login.Login,
	}
	if login.Login != "" {
		o.Password, err = login.password(w)
	}
	return o, err
}

// foreignHosts collects the hosts that the answers of a platform name and the brand does not allow:
// without them pages have holes where pictures, frames and links belong.
type foreignHosts struct {
	next  bff.Upstream
	calls *contract.Catalogue

	mu    sync.Mutex
	found map[foreignHost]string // the first call that named it
}

// foreignHost is an origin together with the setting that would allow it.
type foreignHost struct {
	Setting string `json:"setting"` // origins.images, origins.frames or origins.links
	Origin  string `json:"origin"`
}

func collectForeignHosts(next bff.Upstream, calls *contract.Catalogue) *foreignHosts {
	return &foreignHosts{next: next, calls: calls, found: map[foreignHost]string{}}
}

// Do passes the call on and looks at its answer.
func (f *foreignHosts) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	a, err := f.next.Do(ctx, r)
	if a != nil && a.Result {
		f.look(r.Brand, r.Call, a.Data)
	}
	return a, err
}

func (f *foreignHosts) look(b *bff.Brand, call *bff.Call, data json.RawMessage) {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.walk(b, call, f.calls.Markup(call), v)
}

// Sources of other hosts in HTML: pictures, and links.
var (
	htmlImage = regexp.MustCompile(`(?i)\bsrc\s*=\s*["']?([a-z]+://[^\s"'>]+)`)
	htmlLink  = regexp.MustCompile(`(?i)\bhref\s*=\s*["']?([a-z]+://[^\s"'>]+)`)
)

func (f *foreignHosts) walk(b *bff.Brand, call *bff.Call, m *contract.Markup, v any) {
	if m == nil {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			f.walk(b, call, m.Items, item)
		}
	case map[string]any:
		for name, value := range v {
			f.walk(b, call, m.Fields[name], value)
		}
	case string:
		switch m.Link {
		case contract.TargetImage:
			f.add(call, "origins.images", v, b.Origins.Images)
		case contract.TargetFrame:
			f.add(call, "origins.frames", v, b.Origins.Frames)
		case contract.TargetPage:
			f.add(call, "origins.links", v, ownLinks(b))
		case contract.TargetPayment: // any origin
		}
		if m.HTML {
			for _, found := range htmlImage.FindAllStringSubmatch(v, -1) {
				f.add(call, "origins.images", found[1], b.Origins.Images)
			}
			for _, found := range htmlLink.FindAllStringSubmatch(v, -1) {
				f.add(call, "origins.links", found[1], ownLinks(b))
			}
		}
	}
}

// ownLinks returns the origins that links may have: those of the settings, and the brand's own.
func ownLinks(b *bff.Brand) []string {
	out := slices.Clone(b.Origins.Links)
	for _, host := range b.Hosts {
		out = append(out, "http://"+host, "https://"+host)
	}
	return out
}

// add notes the origin of an address that allowed lacks.
func (f *foreignHosts) add(call *bff.Call, setting, address string, allowed []string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || sanitise.Link(address, allowed) != "" {
		return
	}
	host := foreignHost{setting, u.Scheme + "://" + u.Host}
	if f.found[host] == "" {
		f.found[host] = call.Name()
	}
}

// list returns what was found, sorted.
func (f *foreignHosts) list() []foreignHost {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.SortedFunc(maps.Keys(f.found), func(a, b foreignHost) int {
		return cmp.Or(cmp.Compare(a.Setting, b.Setting), cmp.Compare(a.Origin, b.Origin))
	})
}

// write prints a line for each host.
func (f *foreignHosts) write(w io.Writer, b *bff.Brand) {
	for _, host := range f.list() {
		_, _ = fmt.Fprintf(w, "brand %s does not allow %s, which %s names: %s\n", b.ID, host.Origin, f.found[host], host.Setting)
	}
}
