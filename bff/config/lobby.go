package config

import (
	"fmt"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/nearest"
)

// lobbyFaults reports sections of the home page that do not exist, that are named twice, and those of
// features that the brand does not have.
func (f *brandFile) lobbyFaults(d *document) Faults {
	names := bff.DefaultLobby()
	var out Faults
	seen := map[string]bool{}
	for i, name := range f.Lobby {
		at := []string{"lobby", fmt.Sprint(i)}
		section := slices.Index(names, name)
		feature := "slots" // of a category
		if section >= 0 {
			feature = bff.LobbySections[section].Feature
		}
		switch {
		case seen[name]:
			out = append(out, d.fault(at, fmt.Sprintf("%q is listed twice", name), ""))
		case section < 0 && !isCategorySection(name):
			out = append(out, d.fault(at, fmt.Sprintf("unknown section %q", name)+nearest.Hint(name, names),
				strings.Join(names, ", ")+", "+bff.CategorySection+"ID"))
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

// lobby returns the sections of the home page.
func (f *brandFile) lobby() []string {
	if len(f.Lobby) == 0 {
		return bff.DefaultLobby()
	}
	return f.Lobby
}
