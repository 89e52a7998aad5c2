package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// Breakers are the circuit breakers between the brands and their upstreams.
type Breakers interface {
	// States returns the used circuits in sorted order, without circuits of testers.
	States() []bff.CircuitState
	// SetOverride overrides all breakers of brand and upstream. It may fail with
	// bff.ErrUnknownUpstream.
	SetOverride(ctx context.Context, brand, upstream string, o bff.BreakerOverride) error
	// Of returns the override between a brand and one of its upstreams.
	Of(brand, upstream string) bff.BreakerOverride
}

type upstreamView struct {
	Name     string              `json:"name"`
	Override bff.BreakerOverride `json:"override"`
	Circuits []bff.CircuitState  `json:"circuits"` // used circuits
}

func (s *server) brands(_ *gin.Context, v *visit) (any, error) {
	type brandView struct {
		ID          string                `json:"id"`
		Name        string                `json:"name"`
		Hosts       []string              `json:"hosts"`
		Languages   []string              `json:"languages"`
		Maintenance bff.MaintenanceStatus `json:"maintenance"`
		Upstreams   []upstreamView        `json:"upstreams"`
	}
	circuits := s.Breakers.States()
	out := []brandView{}
	for _, b := range s.visibleBrands(v, Viewer) {
		one := brandView{
			ID: b.ID, Name: b.Name, Hosts: b.Hosts,
			Languages:   lists.Map(b.Languages, func(l bff.Language) string { return l.Lang }),
			Maintenance: s.Maintenance.Status(b.ID),
		}
		for _, name := range upstreamNames(b) {
			isOwn := func(l bff.CircuitState) bool { return l.Brand == b.ID && l.Upstream == name }
			one.Upstreams = append(one.Upstreams, upstreamView{
				Name: name, Override: s.Breakers.Of(b.ID, name), Circuits: lists.Filter(circuits, isOwn),
			})
		}
		out = append(out, one)
	}
	return out, nil
}

func upstreamNames(b *bff.Brand) []string {
	names := []string{b.Upstream.Name}
	for _, r := range b.Routing {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// brandBootstrap returns the bootstrap that the console needs to show pages of a brand.
func (s *server) brandBootstrap(c *gin.Context, v *visit) (any, error) {
	lang := c.Query("lang")
	if !v.brand.SupportsLanguage(lang) {
		lang = v.brand.DefaultLang()
	}
	raw, err := s.Bootstrap(v.brand, lang)
	return json.RawMessage(raw), err
}

func (s *server) openAPI(c *gin.Context, _ *visit) (any, error) {
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "application/yaml", s.OpenAPI)
	return nil, nil
}

func (s *server) keys(c *gin.Context, _ *visit) (any, error) { return s.Sessions.Keys(c, s.Brands()) }

func (s *server) purge(c *gin.Context, v *visit) (any, error) {
	var brand, class, call string
	if err := decodeBody(c, map[string]any{"brand": &brand, "class": &class, "call": &call}); err != nil {
		return nil, err
	}
	switch {
	case brand != "" && s.brand(brand) == nil:
		return nil, fault("brand", "other")
	case call != "" && class != "":
		return nil, fault("class", "other")
	case call != "" && (!s.KnownCall(call) || !strings.Contains(call, "/")):
		return nil, fault("call", "other")
	case class != "" && (!s.KnownCall(class) || strings.Contains(class, "/")):
		return nil, fault("class", "other")
	}
	at, name := cmp.Or(brand, Everywhere), cmp.Or(call, class)
	if !v.may(at, Support) {
		return nil, ReasonForbidden
	}
	return s.audited(c, v, Action{Action: "purge", Brand: at, Subject: name}, func(ctx context.Context) (any, error) {
		n, err := s.Purge(ctx, brand, name)
		return map[string]int{"dropped": n}, err
	})
}

func (s *server) setOverride(c *gin.Context, v *visit) (any, error) {
	b, name, o := v.brand, c.Param("upstream"), bff.BreakerOverride(c.Param("override"))
	all := []bff.BreakerOverride{bff.OverrideForcedOpen, bff.OverrideForcedClosed, bff.OverrideAuto}
	if !slices.Contains(all, o) || !slices.Contains(upstreamNames(b), name) {
		return nil, ReasonNotFound
	}
	d := Action{
		Action: "breaker", Brand: b.ID, Subject: b.ID + "/" + name, Before: s.Breakers.Of(b.ID, name), Requested: o,
	}
	_, err := s.audited(c, v, d,
		func(ctx context.Context) (any, error) { return o, s.Breakers.SetOverride(ctx, b.ID, name, o) })
	return map[string]bff.BreakerOverride{"override": o}, err
}

// drift lists the deviations of platforms that this instance has observed, latest first.
func (s *server) drift(c *gin.Context, v *visit) (any, error) {
	upstream, call := c.Query("upstream"), c.Query("call")
	if call != "" && !s.KnownCall(call) {
		return nil, fault("call", "other")
	}
	return slices.DeleteFunc(s.visibleDrift(v), func(d bff.Deviation) bool {
		return upstream != "" && d.Upstream != upstream || call != "" && d.Call != call &&
			!strings.HasPrefix(d.Call, call+"/")
	}), nil
}

// visibleDrift returns deviations of v's upstreams, or all for viewers of all brands.
func (s *server) visibleDrift(v *visit) []bff.Deviation {
	visible := map[string]bool{}
	for _, b := range s.visibleBrands(v, Viewer) {
		for _, name := range upstreamNames(b) {
			visible[name] = true
		}
	}
	out := []bff.Deviation{}
	for _, d := range s.Deviations() {
		if !visible[d.Upstream] && !v.may(Everywhere, Viewer) {
			continue
		}
		if !v.may(d.Brand, Viewer) { // another brand of the same upstream
			d.Brand = ""
		}
		out = append(out, d)
	}
	return out
}

const maxTrafficMinutes = 60 // the default and maximum of ?minutes

func (s *server) traffic(c *gin.Context, v *visit) (any, error) {
	minutes, err := queryNumber(c, "minutes", maxTrafficMinutes, maxTrafficMinutes)
	if err != nil {
		return nil, err
	}
	all, err := s.Traffic(c, minutes)
	return lists.Filter(all, func(one bff.Traffic) bool { return v.may(one.Brand, Viewer) }), err
}

var devices = []string{"", "phone", "tablet", "desktop"}

func (s *server) speed(c *gin.Context, v *visit) (any, error) {
	device := c.Query("device")
	if !slices.Contains(devices, device) {
		return nil, fault("device", "other")
	}
	all, err := s.Speed(c, device)
	if err != nil {
		return nil, err
	}
	for _, list := range []*[]bff.SpeedFigure{&all.Pages, &all.Releases, &all.Games} {
		*list = slices.DeleteFunc(*list, func(f bff.SpeedFigure) bool { return !v.may(f.Brand, Viewer) })
	}
	return all, nil
}
