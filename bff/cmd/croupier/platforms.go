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
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
	"croupier/bff/platform/sanitise"
)

// localVisitor is the visitor address in calls of commands.
var localVisitor = netip.AddrFrom4([4]byte{127, 0, 0, 1})

// openConfiguration loads a configuration and selects a brand. It prints faults like check.
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
			return nil, fmt.Errorf("--brand is required, because the configuration has %d brands", len(brands))
		}
		return brands[0], nil
	}
	b, ok := live.ByID(id)
	if !ok {
		return nil, fmt.Errorf("--brand: unknown brand %s (allowed: %s)", id, strings.Join(live.BrandIDs(), ", "))
	}
	return b, nil
}

// configuredOptions returns options that send the reads of a brand with the settings of the server.
// With a login they include reads of players.
func configuredOptions(
	w commandContext, live *config.Live, calls *contract.Catalogue, b *bff.Brand, login *loginFlags,
) (o conformance.Options, err error) {
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

// foreignHosts collects origins in responses that the brand does not allow. Pages would lack their
// pictures, frames and links. It is not safe for concurrent use.
type foreignHosts struct {
	bff.Upstream
	calls *contract.Catalogue
	found map[foreignHost]string // the first call that named it
}

// foreignHost is an origin together with the setting that would allow it.
type foreignHost struct {
	Setting string `json:"setting"` // origins.images, origins.frames or origins.links
	Origin  string `json:"origin"`
}

func collectForeignHosts(next bff.Upstream, calls *contract.Catalogue) *foreignHosts {
	return &foreignHosts{Upstream: next, calls: calls, found: map[foreignHost]string{}}
}

func (f *foreignHosts) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	a, err := f.Upstream.Do(ctx, r)
	var data any
	if a != nil && a.Result && json.Unmarshal(a.Data, &data) == nil {
		f.look(r, f.calls.Markup(r.Call), data)
	}
	return a, err
}

// htmlAddress matches absolute addresses of pictures and links in HTML.
var htmlAddress = regexp.MustCompile(`(?i)\b(src|href)\s*=\s*["']?([a-z]+://[^\s"'>]+)`)

func (f *foreignHosts) look(r *bff.UpstreamRequest, m *contract.Markup, v any) {
	if m == nil {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			f.look(r, m.Items, item)
		}
	case map[string]any:
		for name, value := range v {
			f.look(r, m.Fields[name], value)
		}
	case string:
		f.add(r, m.Link, v)
		if !m.HTML {
			return
		}
		for _, found := range htmlAddress.FindAllStringSubmatch(v, -1) {
			target := contract.TargetPage
			if strings.EqualFold(found[1], "src") {
				target = contract.TargetImage
			}
			f.add(r, target, found[2])
		}
	}
}

// add records the origin of an address if the brand does not allow it.
func (f *foreignHosts) add(r *bff.UpstreamRequest, target contract.LinkTarget, address string) {
	var host foreignHost
	var allowed []string
	switch target {
	case contract.TargetImage:
		host.Setting, allowed = "origins.images", r.Brand.Origins.Images
	case contract.TargetFrame:
		host.Setting, allowed = "origins.frames", r.Brand.Origins.Frames
	case contract.TargetPage:
		host.Setting, allowed = "origins.links", slices.Clone(r.Brand.Origins.Links)
		for _, own := range r.Brand.Hosts {
			allowed = append(allowed, "http://"+own, "https://"+own)
		}
	default: // any origin, or no link
		return
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" ||
		sanitise.Link(address, allowed) != "" {
		return
	}
	host.Origin = u.Scheme + "://" + u.Host
	f.found[host] = cmp.Or(f.found[host], r.Call.Name())
}

func (f *foreignHosts) list() []foreignHost {
	return slices.SortedFunc(maps.Keys(f.found), func(a, b foreignHost) int {
		return cmp.Or(cmp.Compare(a.Setting, b.Setting), cmp.Compare(a.Origin, b.Origin))
	})
}

func (f *foreignHosts) MarshalJSON() ([]byte, error) { return json.Marshal(f.list()) }

func (f *foreignHosts) write(w io.Writer, b *bff.Brand) {
	for _, host := range f.list() {
		_, _ = fmt.Fprintf(w, "brand %s does not allow %s, which %s uses: add it to %s\n", b.ID, host.Origin,
			f.found[host], host.Setting)
	}
}
