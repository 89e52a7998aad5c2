package staff

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

func (s *server) states(_ *gin.Context, v *visit) (any, error) {
	return s.Maintenance.Statuses(s.visibleBrands(v, Viewer)), nil
}

func (s *server) state(_ *gin.Context, v *visit) (any, error) {
	return s.Maintenance.Status(v.brand.ID), nil
}

func (s *server) setMaintenance(c *gin.Context, v *visit) (any, error) {
	name, brands := c.Param("brand"), v.brands
	var on *bool
	var from, until json.RawMessage
	n := bff.MaintenanceNotice{By: v.account.Name}
	fields := noticeFields(&n)
	fields["on"], fields["from"], fields["until"] = &on, &from, &until
	if err := decodeBody(c, fields); err != nil {
		return nil, err
	}
	for field, given := range map[string]json.RawMessage{"from": from, "until": until} {
		if given != nil {
			return nil, fault(field, "use_window", "path", base+"/maintenance/"+name+"/windows")
		}
	}
	if on == nil {
		return nil, fault("on", "required")
	}
	if err := s.validateNotice(&n, brands); err != nil {
		return nil, err
	}
	requested := struct {
		On bool `json:"on"`
		bff.MaintenanceNotice
	}{*on, n}
	before := s.Maintenance.Statuses(brands)
	d := Action{Action: "maintenance", Brand: name, Subject: name, Before: before, Requested: requested}
	return s.audited(c, v, d, func(ctx context.Context) (_ any, err error) {
		if *on {
			err = s.Maintenance.SetSwitch(ctx, name, n)
		} else {
			err = s.Maintenance.ClearSwitch(ctx, name, n.Closed())
		}
		return s.Maintenance.Statuses(brands), err
	})
}

func noticeFields(n *bff.MaintenanceNotice) map[string]any {
	return map[string]any{
		"message": &n.Message, "bypass": &n.Bypass, "parts": &n.Parts, "calls": &n.Calls, "why": &n.Why,
	}
}

func (s *server) addWindow(c *gin.Context, v *visit) (any, error) {
	name, brands := c.Param("brand"), v.brands
	w := bff.MaintenanceWindow{Brand: name, MaintenanceNotice: bff.MaintenanceNotice{By: v.account.Name}}
	fields := noticeFields(&w.MaintenanceNotice)
	fields["from"], fields["until"] = &w.From, &w.Until
	if err := decodeBody(c, fields); err != nil {
		return nil, err
	}
	if err := s.validateWindow(&w, brands); err != nil {
		return nil, err
	}
	c.Status(http.StatusCreated)
	d := Action{Action: "maintenance window", Brand: name, Subject: name, Requested: w}
	return s.auditedWindow(c, v, d, func(ctx context.Context) (bff.MaintenanceWindow, error) {
		return s.Maintenance.AddWindow(ctx, name, w)
	})
}

// changeWindow changes the fields in the body if the window still has the version of If-Match.
func (s *server) changeWindow(c *gin.Context, v *visit) (any, error) {
	name, brands := c.Param("brand"), v.brands
	w, ok := s.Maintenance.Window(c, name, c.Param("id"))
	if !ok {
		return nil, ReasonNotFound
	}
	match := c.GetHeader("If-Match")
	if match == "" {
		return nil, ReasonVersionRequired
	}
	if match != etag(w.Version) {
		return nil, ReasonChanged
	}
	next := w
	fields := noticeFields(&next.MaintenanceNotice)
	fields["from"], fields["until"] = &next.From, &next.Until
	given, err := decode(c, maxBody, fields, true)
	if err != nil {
		return nil, err
	}
	if w.State == bff.WindowEnded {
		return nil, ReasonWindowEnded
	}
	if _, ok := given["calls"]; !ok && len(next.Parts) > 0 {
		next.Calls = nil
	}
	if w.State == bff.WindowOpen && !next.From.Equal(w.From) {
		return nil, fault("from", "started")
	}
	if err := s.validateWindow(&next, brands); err != nil {
		return nil, err
	}
	d := Action{Action: "maintenance window", Brand: name, Subject: name + "/" + w.ID, Before: w, Requested: next}
	return s.auditedWindow(c, v, d, func(ctx context.Context) (bff.MaintenanceWindow, error) {
		return s.Maintenance.ChangeWindow(ctx, name, w.ID, w.Version, func(w *bff.MaintenanceWindow) {
			w.From, w.Until, w.MaintenanceNotice = next.From, next.Until, next.MaintenanceNotice
		})
	})
}

// endWindow ends an open window or withdraws a scheduled one.
func (s *server) endWindow(c *gin.Context, v *visit) (any, error) {
	name := c.Param("brand")
	w, ok := s.Maintenance.Window(c, name, c.Param("id"))
	if !ok {
		return nil, ReasonNotFound
	}
	d := Action{Action: "maintenance window ended", Brand: name, Subject: name + "/" + w.ID, Before: w}
	return s.auditedWindow(c, v, d, func(ctx context.Context) (bff.MaintenanceWindow, error) {
		return s.Maintenance.EndWindow(ctx, name, w.ID, v.account.Name)
	})
}

func (s *server) auditedWindow(c *gin.Context, v *visit, d Action,
	do func(context.Context) (bff.MaintenanceWindow, error),
) (any, error) {
	return s.audited(c, v, d, func(ctx context.Context) (any, error) {
		w, err := do(ctx)
		if err == nil {
			c.Header("ETag", etag(w.Version))
		}
		return w, err
	})
}

func etag(version int) string { return strconv.Quote(strconv.Itoa(version)) }

const (
	maxMessage = 1000 // characters of a maintenance message
	maxWhy     = 200  // characters of a reason
	maxBypass  = 100  // address ranges
)

func (s *server) validateNotice(n *bff.MaintenanceNotice, brands []*bff.Brand) error {
	at := func(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
	for _, lang := range slices.Sorted(maps.Keys(n.Message)) {
		field := "message." + lang[:min(len(lang), 16)]
		if !slices.ContainsFunc(brands, func(b *bff.Brand) bool { return b.SupportsLanguage(lang) }) {
			return fault(field, "brand_language")
		}
		if utf8.RuneCountInString(n.Message[lang]) > maxMessage {
			return fault(field, "max_length", "max", strconv.Itoa(maxMessage))
		}
	}
	if i := slices.IndexFunc(n.Parts, func(part bff.Part) bool { return !slices.Contains(bff.Parts, part) }); i >= 0 {
		return fault(at("parts", i), "other")
	}
	if i := slices.IndexFunc(n.Calls,
		func(call string) bool { return len(n.Parts) > 0 || !s.KnownCall(call) }); i >= 0 {
		return fault(at("calls", i), "other")
	}
	if len(n.Bypass) > maxBypass {
		return fault("bypass", "max_items", "max", strconv.Itoa(maxBypass))
	}
	if i := slices.IndexFunc(n.Bypass, func(p netip.Prefix) bool { return !p.IsValid() }); i >= 0 {
		return fault(at("bypass", i), "pattern")
	}
	if utf8.RuneCountInString(n.Why) > maxWhy {
		return fault("why", "max_length", "max", strconv.Itoa(maxWhy))
	}
	return nil
}

// latestTime is the latest time of a window. RFC 3339 ends with the year 9999.
var latestTime = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *server) validateWindow(w *bff.MaintenanceWindow, brands []*bff.Brand) error {
	if w.From.After(latestTime) {
		return fault("from", "other")
	}
	if !w.Until.IsZero() && (!w.Until.After(w.From) || !w.Until.After(s.Clock()) || w.Until.After(latestTime)) {
		return fault("until", "later")
	}
	return s.validateNotice(&w.MaintenanceNotice, brands)
}

func (s *server) bypassLinks(_ *gin.Context, v *visit) (any, error) {
	return s.Maintenance.BypassLinks(v.brand.ID), nil
}

// addBypassLink returns a link that bypasses maintenance for an hour. Its URL is a credential.
func (s *server) addBypassLink(c *gin.Context, v *visit) (any, error) {
	b := v.brand
	if len(b.Hosts) == 0 {
		return nil, ReasonNotFound
	}
	var out struct {
		bff.BypassLink
		URL string `json:"url"`
	}
	d := Action{Action: "bypass link", Brand: b.ID, Subject: b.ID}
	_, err := s.audited(c, v, d, func(ctx context.Context) (any, error) {
		link, token, err := s.Maintenance.AddBypassLink(ctx, b.ID, v.account.Name)
		out.BypassLink, out.URL = link, siteAddress(b, c.Request.Host)+"/?bypass="+token
		return link, err
	})
	c.Status(http.StatusCreated)
	return out, err
}

func (s *server) revokeBypassLink(c *gin.Context, v *visit) (any, error) {
	b, id := v.brand, c.Param("id")
	d := Action{Action: "bypass link revoked", Brand: b.ID, Subject: b.ID + "/" + id}
	return s.audited(c, v, d, func(ctx context.Context) (any, error) {
		return nil, s.Maintenance.RevokeBypassLink(ctx, b.ID, id)
	})
}

// siteAddress returns the base URL of a brand's site, with the port of the console.
func siteAddress(b *bff.Brand, requestHost string) string {
	return b.OriginAt(b.Hosts[0], requestHost)
}
