package config

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/names"
)

// check reports the faults of a brand file that its schema cannot express.
func (f *brandFile) check(c *checker, dir string, server *Server) {
	if f.ID != dir {
		c.report(fmt.Sprintf("%q is not the name of the directory", f.ID), dir, "id")
	}
	f.checkRoutes(c, server)
	f.checkVirtualGames(c)
	f.checkLobby(c)
	f.checkSections(c)
	for i, l := range f.Languages {
		before := f.Languages[:i]
		if slices.ContainsFunc(before, func(b bff.Language) bool { return b.Lang == l.Lang }) {
			c.report(fmt.Sprintf("language %q is listed twice", l.Lang), "", "languages", fmt.Sprint(i), "lang")
		} else if same, ok := lists.Find(before, func(b bff.Language) bool { return b.ID == l.ID }); ok {
			c.report("is the id of the language "+same.Lang, "", "languages", fmt.Sprint(i), "id")
		}
	}
	for lang, text := range f.Tagline {
		if problem := textProblem(text, maxTaglineLength); problem != "" {
			c.report(problem, "", "tagline", lang)
		}
	}
	for path, text := range f.texts() {
		if text == "" {
			c.report("is missing", "a text in every language of the brand", path...)
		}
	}
	if t := f.Tickets; !t.To.IsZero() && !t.To.After(t.From) {
		problem := fmt.Sprintf("%s is not after tickets.from (%s)", t.To.Format(time.DateOnly),
			t.From.Format(time.DateOnly))
		c.report(problem, "", "tickets", "to")
	}
	if f.Sessions.Idle > f.Sessions.Absolute {
		problem := fmt.Sprintf("%s is longer than sessions.absolute (%s)", f.Sessions.Idle, f.Sessions.Absolute)
		c.report(problem, "", "sessions", "idle")
	}
	if len(f.Origins.Clients) > 0 && f.Sessions.Transport != "body" {
		c.report("requires sessions.transport: body, because these clients send no cookies", "", "origins", "clients")
	}
	if len(f.Blocked) > 0 && server.CountryHeader == "" {
		c.report("requires country_header in the server file, otherwise every country is unknown and refused", "",
			"blocked_countries")
	}
	if wait := f.Protection.LoosenAfter; wait != 0 && wait < 24*time.Hour {
		c.report(wait.String()+" is too short", "24h or more", "player_protection", "loosen_after")
	}
	if server.Profile == production {
		f.checkProduction(c)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Cache)) {
		if p := f.Cache[name]; p.TTL == 0 && (p.StaleWhileRevalidate > 0 || p.StaleIfError > 0) {
			c.report("must be above zero if stale_while_revalidate or stale_if_error is set", "", "cache", name, "ttl")
		}
	}
	byNormalForm := map[string]string{}
	for _, text := range slices.Sorted(maps.Keys(f.Messages)) {
		form := contract.NormalizeMessage(text)
		if form == "" {
			c.report("the message is empty", "", "messages", text)
			continue
		}
		if other, ok := byNormalForm[form]; ok {
			c.report(fmt.Sprintf("is the same message as %q", other), "", "messages", text)
		}
		byNormalForm[form] = text
	}
}

// texts lists the texts that every language of a brand requires, by path.
func (f *brandFile) texts() iter.Seq2[[]string, string] {
	return func(yield func([]string, string) bool) {
		for _, l := range f.Languages {
			if !yield([]string{"tagline", l.Lang}, f.Tagline[l.Lang]) ||
				!yield([]string{"legal", "notice", l.Lang}, f.Legal.Notice[l.Lang]) ||
				!yield([]string{"legal", "licence", l.Lang}, f.Legal.Licence[l.Lang]) {
				return
			}
		}
	}
}

// demoLicences are the fictional licence numbers of the demo. A test compares them.
var demoLicences = []string{"889/JAZ", "111/JAZ", "890/JAZ"}

// checkProduction reports the settings that the production profile rejects.
func (f *brandFile) checkProduction(c *checker) {
	if !f.Sessions.Secure {
		c.report("the production profile requires Secure cookies", "true", "sessions", "secure")
	}
	check := func(text string, path ...string) {
		for _, number := range demoLicences {
			if strings.Contains(text, number) {
				c.report(fmt.Sprintf("%s is a fictional licence of the demo", number), "the licence of this brand",
					path...)
			}
		}
	}
	for i, l := range f.Licences {
		check(l.Number, "licences", fmt.Sprint(i), "number")
	}
	for _, lang := range slices.Sorted(maps.Keys(f.Legal.Licence)) {
		check(f.Legal.Licence[lang], "legal", "licence", lang)
	}
}

// warnOfProduction reports hosts that players cannot reach in production.
func (f *brandFile) warnOfProduction(c *checker) {
	for i, h := range f.Hosts {
		domain := h[strings.LastIndexByte(h, '.')+1:]
		if isLoopback(h) || slices.Contains([]string{"localhost", "test", "example", "invalid"}, domain) {
			c.warn("players cannot reach "+h, "the public host names of the brand", "hosts", fmt.Sprint(i))
		}
	}
}

// checkRoutes reports unknown upstreams.
func (f *brandFile) checkRoutes(c *checker, server *Server) {
	check := func(name string, path ...string) {
		if _, ok := server.Upstreams[name]; !ok {
			known := slices.Sorted(maps.Keys(server.Upstreams))
			c.report(fmt.Sprintf("unknown upstream %q", name)+names.Hint(name, known), strings.Join(known, ", "),
				path...)
		}
	}
	check(f.Upstream, "upstream")
	for _, of := range slices.Sorted(maps.Keys(f.Routing)) {
		check(f.Routing[of], "routing", of)
	}
}

// virtualFeatures are the features whose pages show games outside the lobbies, with these games.
var virtualFeatures = map[string][]string{
	"virtual":   {"goldenrace", "football3d", "spaceman", "zeplin", "betongames"},
	"bingo":     {"bingo", "soundbingo"},
	"sport":     {"sport"},
	"liveSport": {"livesport"},
}

// checkVirtualGames reports enabled features without games.
func (f *brandFile) checkVirtualGames(c *checker) {
	for _, feature := range slices.Sorted(maps.Keys(virtualFeatures)) {
		games := virtualFeatures[feature]
		offered := func(game string) bool { return f.Virtual[game] != nil }
		if f.Features.Parts[feature] && !slices.ContainsFunc(games, offered) {
			c.report("requires at least one of its games in virtual_games", strings.Join(games, ", "), "features",
				feature)
		}
	}
}

// checkLobby reports unknown and repeated sections of the home page, and sections of disabled
// features.
func (f *brandFile) checkLobby(c *checker) {
	known := bff.DefaultLobby()
	seen := map[string]bool{}
	for i, name := range f.Lobby {
		at := []string{"lobby", fmt.Sprint(i)}
		feature := "slots" // of categories and rows
		if section := slices.Index(known, name); section >= 0 {
			feature = bff.LobbySections[section].Feature
		}
		_, hasSettings := f.Sections[name]
		switch {
		case seen[name]:
			c.report(fmt.Sprintf("section %q is listed twice", name), "", at...)
		case !isSection(name):
			c.reportUnknownSection(name, at...)
		case strings.HasPrefix(name, bff.RowSection) && !hasSettings:
			c.report(fmt.Sprintf("section %q is not in sections", name), "", at...)
		case feature != "" && !f.Features.Parts[feature]:
			c.report(fmt.Sprintf("section %q requires features.%s: true", name, feature), "", at...)
		}
		seen[name] = true
	}
}

// checkSections reports unknown sections in the settings of sections, and settings that a section
// cannot have.
func (f *brandFile) checkSections(c *checker) {
	for _, name := range slices.Sorted(maps.Keys(f.Sections)) {
		s, isRow, at := f.Sections[name], strings.HasPrefix(name, bff.RowSection), []string{"sections", name}
		switch hasPins := len(s.Pinned)+len(s.Hidden) > 0; {
		case c.hasFault(at...):
		case !isSection(name):
			c.reportUnknownSection(name, at...)
		case isRow && (len(s.Games) > 0) == (len(s.Filter) > 0):
			c.report("requires either games or filter", "", at...)
		case !isRow && len(s.Games)+len(s.Filter) > 0:
			c.report("only sections row/ID can have games and filter", "", at...)
		case !isRow && hasPins && !bff.ShowsCategory(name):
			c.report("only rows of slots can have pinned and hidden", "", at...)
		case (isRow || s.Title != nil) && len(f.Languages) > 0 && s.Title[f.DefaultLang()] == "":
			c.report(missing, "a title in the default language", append(at, "title", f.DefaultLang())...)
		}
	}
}

func (c *checker) reportUnknownSection(name string, at ...string) {
	known := bff.DefaultLobby()
	c.report(fmt.Sprintf("unknown section %q", name)+names.Hint(name, known),
		strings.Join(append(known, bff.CategorySection+"ID", bff.RowSection+"ID"), ", "), at...)
}

var rowSection = regexp.MustCompile(`^(row/[a-z0-9-]{1,40}|category/[^/ ]+)$`)

// isSection reports whether the lobby can have a section.
func isSection(name string) bool {
	return slices.Contains(bff.DefaultLobby(), name) || rowSection.MatchString(name)
}
