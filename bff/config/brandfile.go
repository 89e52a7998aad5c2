package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// brandFile is brand.yaml as it is written.
type brandFile struct {
	ID        string            `json:"id"`
	Name      string            `json:"name"`
	Tagline   map[string]string `json:"tagline"`
	Hosts     []string          `json:"hosts"`
	SiteID    int               `json:"site_id"`
	SiteType  string            `json:"site_type"`
	Upstream  string            `json:"upstream"`
	Currency  string            `json:"currency"`
	TimeZone  string            `json:"time_zone"`
	Languages []bff.Language    `json:"languages"`
	Theme     themeFile         `json:"theme"`
	Features  map[string]bool   `json:"features"`
	Legal     bff.Legal         `json:"legal"`
	Licences  []bff.Licence     `json:"licences"`
	Contact   bff.Contact       `json:"contact"`
	Tickets   *ticketsFile      `json:"tickets"`
	Sessions  sessionsFile      `json:"sessions"`
	Origins   originsFile       `json:"origins"`
	Blocked   []string          `json:"blocked_countries"`
}

type themeFile struct {
	DefaultMode string    `json:"default_mode"`
	Hero        string    `json:"hero"`
	Radius      int       `json:"radius"`
	Fonts       bff.Fonts `json:"fonts"`
	Gradient    bff.Pair  `json:"gradient"`
	Modes       struct {
		Dark  paletteFile `json:"dark"`
		Light paletteFile `json:"light"`
	} `json:"modes"`
}

// paletteFile is a palette with the file's names; field for field a bff.Palette.
type paletteFile struct {
	BG            string `json:"bg"`
	Surface       string `json:"surface"`
	SurfaceRaised string `json:"surface_raised"`
	Line          string `json:"line"`
	Text          string `json:"text"`
	TextDim       string `json:"text_dim"`
	Accent        string `json:"accent"`
	OnAccent      string `json:"on_accent"`
	Positive      string `json:"positive"`
	Negative      string `json:"negative"`
	Warning       string `json:"warning"`
	Focus         string `json:"focus"`
}

type ticketsFile struct {
	Minimum bff.Kurus `json:"minimum"`
	From    string    `json:"from"`
	To      string    `json:"to"`
}

type sessionsFile struct {
	Idle     string `json:"idle"`
	Absolute string `json:"absolute"`
	Secure   bool   `json:"secure"`
}

type originsFile struct {
	Frames []string `json:"frames"`
	Images []string `json:"images"`
}

// faults are what a schema cannot say of a brand file.
func (f *brandFile) faults(d *document, dir string, server *Server) Faults {
	var out Faults
	if f.ID != dir {
		out = append(out, d.fault([]string{"id"}, fmt.Sprintf("%q is not the name of its folder", f.ID), dir))
	}
	if _, ok := server.Upstreams[f.Upstream]; !ok {
		names := slices.Sorted(maps.Keys(server.Upstreams))
		out = append(out, d.fault([]string{"upstream"}, fmt.Sprintf("no upstream is called %q", f.Upstream), strings.Join(names, ", ")))
	}
	seen := map[string]bool{}
	for i, l := range f.Languages {
		if seen[l.Lang] {
			out = append(out, d.fault([]string{"languages", fmt.Sprint(i), "lang"}, fmt.Sprintf("%q is listed twice", l.Lang), ""))
		}
		seen[l.Lang] = true
	}
	for _, said := range []struct {
		path  []string
		texts map[string]string
	}{
		{[]string{"tagline"}, f.Tagline},
		{[]string{"legal", "notice"}, f.Legal.Notice},
		{[]string{"legal", "licence"}, f.Legal.Licence},
	} {
		for _, l := range f.Languages {
			if said.texts[l.Lang] == "" {
				out = append(out, d.fault(append(slices.Clone(said.path), l.Lang), "is missing", "a text in every language of the brand"))
			}
		}
	}
	if f.Tickets != nil && f.Tickets.To <= f.Tickets.From {
		out = append(out, d.fault([]string{"tickets", "to"}, "is not after from", ""))
	}
	if f.idle() > f.absolute() {
		out = append(out, d.fault([]string{"sessions", "idle"}, "is longer than absolute", ""))
	}
	return out
}

// The limits of calls.md §3 where the file sets none.
const (
	defaultIdle     = time.Hour
	defaultAbsolute = 24 * time.Hour
)

func (f *brandFile) idle() time.Duration     { return durationOr(f.Sessions.Idle, defaultIdle) }
func (f *brandFile) absolute() time.Duration { return durationOr(f.Sessions.Absolute, defaultAbsolute) }

func durationOr(s string, fallback time.Duration) time.Duration {
	// The schema has let only durations pass.
	if d, err := time.ParseDuration(s); err == nil {
		return d
	}
	return fallback
}

// brand builds the brand that every part of the server shares.
func (f *brandFile) brand(server *Server, datas, assets map[string][]byte) (*bff.Brand, error) {
	zone, err := time.LoadLocation(or(f.TimeZone, "Europe/Istanbul"))
	if err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	b := &bff.Brand{
		ID: f.ID, Name: f.Name, Tagline: f.Tagline, Hosts: f.Hosts, SiteID: f.SiteID, SiteType: or(f.SiteType, "desktop"),
		Theme: bff.Theme{
			DefaultMode: f.Theme.DefaultMode, Hero: f.Theme.Hero, Radius: f.Theme.Radius,
			Fonts: f.Theme.Fonts, Gradient: f.Theme.Gradient,
			Modes: bff.Modes{Dark: bff.Palette(f.Theme.Modes.Dark), Light: bff.Palette(f.Theme.Modes.Light)},
		},
		Languages: f.Languages, Currency: or(f.Currency, "TRY"), TimeZone: zone,
		Features: f.Features, Legal: f.Legal, Licences: f.Licences, Contact: f.Contact,
		Datas: datas, Assets: assets,
		Sessions: bff.SessionRules{Idle: f.idle(), Absolute: f.absolute(), Transport: "cookie", Secure: f.Sessions.Secure},
		Upstream: server.Upstreams[f.Upstream].rules(),
		Origins:  bff.Origins{Frames: f.Origins.Frames, Images: f.Origins.Images},
		Blocked:  map[string]bool{},
	}
	for _, c := range f.Blocked {
		b.Blocked[c] = true
	}
	if f.Tickets != nil {
		b.Tickets.Minimum = f.Tickets.Minimum
		b.Tickets.From, _ = time.ParseInLocation(time.DateOnly, f.Tickets.From, zone)
		b.Tickets.To, _ = time.ParseInLocation(time.DateOnly, f.Tickets.To, zone)
	}
	// A platform elsewhere shows its own pictures and game pages.
	if b.Upstream.URL != "" {
		if u, err := url.Parse(b.Upstream.URL); err == nil {
			origin := u.Scheme + "://" + u.Host
			b.Origins.Frames = append(slices.Clone(b.Origins.Frames), origin)
			b.Origins.Images = append(slices.Clone(b.Origins.Images), origin)
		}
	}
	if b.Datas["languages.json"], err = json.Marshal(f.Languages); err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	return b, nil
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}
