package config

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/names"
)

// faults returns the faults of a brand file that its schema cannot express.
func (f *brandFile) faults(d *document, dir string, server *Server) Faults {
	var out Faults
	if f.ID != dir {
		out = append(out, d.fault([]string{"id"}, fmt.Sprintf("%q does not match the folder name", f.ID), dir))
	}
	out = append(out, f.routeFaults(d, server)...)
	out = append(out, f.virtualFaults(d)...)
	out = append(out, f.lobbyFaults(d)...)
	seen := map[string]bool{}
	for i, l := range f.Languages {
		if seen[l.Lang] {
			out = append(out, d.fault([]string{"languages", fmt.Sprint(i), "lang"}, fmt.Sprintf("%q is listed twice", l.Lang), ""))
		}
		seen[l.Lang] = true
	}
	for path, text := range f.texts() {
		if text == "" {
			out = append(out, d.fault(path, "is missing", "a text in every language of the brand"))
		}
	}
	if f.Tickets != nil && f.Tickets.To <= f.Tickets.From {
		out = append(out, d.fault([]string{"tickets", "to"}, "is not after from", ""))
	}
	if f.idle() > f.absolute() {
		out = append(out, d.fault([]string{"sessions", "idle"}, "is longer than absolute", ""))
	}
	if len(f.Origins.Clients) > 0 && f.Sessions.Transport != "body" {
		out = append(out, d.fault([]string{"origins", "clients"}, "clients of other origins send no cookie", "sessions.transport: body"))
	}
	if len(f.Blocked) > 0 && server.CountryHeader == "" {
		out = append(out, d.fault([]string{"blocked_countries"}, "needs country_header in the server file, as visitors of unknown countries are refused", ""))
	}
	if wait := time.Duration(f.Protect.LoosenAfter); wait != 0 && wait < 24*time.Hour {
		out = append(out, d.fault([]string{"player_protection", "loosen_after"}, "is shorter than a day", "24h or more"))
	}
	if server.Profile == production {
		out = append(out, f.productionFaults(d, server)...)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Cache)) {
		if c := f.Cache[name]; c.TTL == 0 && (c.StaleWhileRevalidate > 0 || c.StaleIfError > 0) {
			out = append(out, d.fault([]string{"cache", name, "ttl"}, "must be above zero with stale durations", "a ttl above zero, or only ttl: 0s"))
		}
	}
	byNormalForm := map[string]string{}
	for _, text := range slices.Sorted(maps.Keys(f.Messages)) {
		form := contract.NormalizeMessage(text)
		if form == "" {
			out = append(out, d.fault([]string{"messages", text}, "is empty", "a message of the platform"))
			continue
		}
		if other, ok := byNormalForm[form]; ok {
			out = append(out, d.fault([]string{"messages", text}, fmt.Sprintf("is the same message as %q", other), ""))
		}
		byNormalForm[form] = text
	}
	return out
}

// texts lists the texts that a brand needs in each of its languages, by path.
func (f *brandFile) texts() iter.Seq2[[]string, string] {
	return func(yield func([]string, string) bool) {
		for _, l := range f.Languages {
			if !yield([]string{"tagline", l.Lang}, f.Tagline[l.Lang]) || !yield([]string{"legal", "notice", l.Lang}, f.Legal.Notice[l.Lang]) ||
				!yield([]string{"legal", "licence", l.Lang}, f.Legal.Licence[l.Lang]) {
				return
			}
		}
	}
}

// demoLicences are the licence numbers that the demo's brands invent. A test compares them.
var demoLicences = []string{"889/JAZ", "111/JAZ", "890/JAZ"}

// productionFaults returns the settings that the production profile rejects.
func (f *brandFile) productionFaults(d *document, server *Server) (out Faults) {
	if !f.secure(server) {
		out = append(out, d.fault([]string{"sessions", "secure"}, "cookies must be Secure in the production profile", "true"))
	}
	check := func(text string, path ...string) {
		for _, number := range demoLicences {
			if strings.Contains(text, number) {
				out = append(out, d.fault(path, fmt.Sprintf("%s is an invented licence of the demo", number), "this brand's own licence"))
			}
		}
	}
	for i, l := range f.Licences {
		check(l.Number, "licences", fmt.Sprint(i), "number")
	}
	for _, lang := range slices.Sorted(maps.Keys(f.Legal.Licence)) {
		check(f.Legal.Licence[lang], "legal", "licence", lang)
	}
	return out
}

// productionWarnings returns what players of the production profile cannot use.
func (f *brandFile) productionWarnings(d *document) (out Faults) {
	for i, h := range f.Hosts {
		if isLoopback(h) || slices.Contains([]string{"localhost", "test", "example", "invalid"}, h[strings.LastIndexByte(h, '.')+1:]) {
			out = append(out, d.warning([]string{"hosts", fmt.Sprint(i)}, "players cannot reach "+h, "the public host names of the brand"))
		}
	}
	return out
}

// routeFaults reports unknown upstreams.
func (f *brandFile) routeFaults(d *document, server *Server) Faults {
	var out Faults
	check := func(name string, path ...string) {
		if _, ok := server.Upstreams[name]; !ok {
			known := slices.Sorted(maps.Keys(server.Upstreams))
			out = append(out, d.fault(path, fmt.Sprintf("unknown upstream %q", name)+names.Hint(name, known), strings.Join(known, ", ")))
		}
	}
	check(f.Upstream, "upstream")
	for _, of := range slices.Sorted(maps.Keys(f.Routing)) {
		check(f.Routing[of], "routing", of)
	}
	return out
}

// virtualFeatures are the pages of games outside the lobbies, with their games
// (experience.md, "Pages").
var virtualFeatures = map[string][]string{
	"virtual":   {"goldenrace", "football3d", "spaceman", "zeplin", "betongames"},
	"bingo":     {"bingo", "soundbingo"},
	"sport":     {"sport"},
	"liveSport": {"livesport"},
}

// virtualFaults reports game pages that would be empty.
func (f *brandFile) virtualFaults(d *document) Faults {
	var out Faults
	for _, feature := range slices.Sorted(maps.Keys(virtualFeatures)) {
		games := virtualFeatures[feature]
		if f.Features.Parts[feature] && !slices.ContainsFunc(games, func(g string) bool { return f.Virtual[g] != nil }) {
			out = append(out, d.fault([]string{"features", feature}, "has no game in virtual_games", "false, or one of "+strings.Join(games, ", ")+" there"))
		}
	}
	return out
}

// lobbyFaults reports sections of the home page that do not exist, that are named twice, and those of
// features that the brand does not have.
func (f *brandFile) lobbyFaults(d *document) Faults {
	known := bff.DefaultLobby()
	var out Faults
	seen := map[string]bool{}
	for i, name := range f.Lobby {
		at := []string{"lobby", fmt.Sprint(i)}
		section := slices.Index(known, name)
		feature := "slots" // of a category
		if section >= 0 {
			feature = bff.LobbySections[section].Feature
		}
		switch {
		case seen[name]:
			out = append(out, d.fault(at, fmt.Sprintf("%q is listed twice", name), ""))
		case section < 0 && !isCategorySection(name):
			out = append(out, d.fault(at, fmt.Sprintf("unknown section %q", name)+names.Hint(name, known),
				strings.Join(known, ", ")+", "+bff.CategorySection+"ID"))
		case feature != "" && !f.Features.Parts[feature]:
			out = append(out, d.fault(at, fmt.Sprintf("%q needs the feature %s", name, feature), "no such section, or features."+feature+": true"))
		}
		seen[name] = true
	}
	return out
}

// isCategorySection reports whether a section is that of a slot category by the platform's id.
func isCategorySection(name string) bool {
	id, ok := strings.CutPrefix(name, bff.CategorySection)
	return ok && id != "" && !strings.ContainsAny(id, "/ ")
}
