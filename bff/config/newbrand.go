package config

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/goccy/go-yaml"
)

// NewBrand are the settings of a brand that is made from another one's file.
type NewBrand struct {
	ID, Name string
	Hosts    []string
	SiteID   int
	Upstream string // empty: as in the other file
}

// brandID is the form of ids; the schema has the same.
var brandID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Check reports what NewBrand's own values cannot be.
func (n NewBrand) Check() error {
	if !brandID.MatchString(n.ID) {
		return fmt.Errorf("%q: want 1 to 32 lower-case letters, digits and hyphens, beginning with a letter", n.ID)
	}
	for _, h := range n.Hosts {
		if checkHost(h) != nil {
			return fmt.Errorf("host %q: want %s", h, formatHelp("host"))
		}
	}
	if n.SiteID < 1 || len(n.Hosts) == 0 || n.Name == "" {
		return fmt.Errorf("brand %s: want a name, a host and a site id above 0", n.ID)
	}
	return nil
}

// unwritten marks texts that somebody has to write. They are shown as they are, and check warns of them.
const unwritten = "[to be written]"

// onlyOfOneBrand are the settings that say something of one company and are not copied.
var onlyOfOneBrand = []string{"licences", "contact", "exempt", "blocked_countries"}

// File returns the brand file of the new brand from that of another. Look, menus, features and rules are the
// other's; what only that brand can say is not: its licences, contacts and origins of links are left out, its tagline
// is the name, and its legal texts are marked to be written.
func (n NewBrand) File(other []byte) ([]byte, error) {
	var tree yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(other, &tree, yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	tree = slices.DeleteFunc(tree, func(f yaml.MapItem) bool { return slices.Contains(onlyOfOneBrand, fmt.Sprint(f.Key)) })
	for i := range tree {
		f := &tree[i]
		switch fmt.Sprint(f.Key) {
		case "id":
			f.Value = n.ID
		case "name":
			f.Value = n.Name
		case "hosts":
			f.Value = n.Hosts
		case "site_id":
			f.Value = n.SiteID
		case "upstream":
			if n.Upstream != "" {
				f.Value = n.Upstream
			}
		case "tagline":
			f.Value = sameTexts(f.Value, n.Name)
		case "legal":
			f.Value = replaced(replaced(f.Value, "licence", unwritten), "notice", unwritten)
		case "origins":
			f.Value = without(without(f.Value, "links"), "clients")
		}
	}
	raw, err := yaml.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return append([]byte("# "+n.Name+". configs/production.example.yaml and `croupier check --schema brand` describe the settings.\n"), raw...), nil
}

// sameTexts returns a mapping with the same languages and one text.
func sameTexts(texts any, text string) any {
	fields, _ := texts.(yaml.MapSlice)
	out := slices.Clone(fields)
	for i := range out {
		out[i].Value = text
	}
	return out
}

func replaced(fields any, name, text string) any {
	all, _ := fields.(yaml.MapSlice)
	out := slices.Clone(all)
	for i := range out {
		if out[i].Key == name {
			out[i].Value = sameTexts(out[i].Value, text)
		}
	}
	return out
}

func without(fields any, name string) any {
	all, _ := fields.(yaml.MapSlice)
	return slices.DeleteFunc(slices.Clone(all), func(f yaml.MapItem) bool { return f.Key == name })
}
