package config

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/goccy/go-yaml"
)

// NewBrand contains the settings of a brand that is created from another brand.
type NewBrand struct {
	ID, Name string
	Hosts    []string
	SiteID   int
	Upstream string // empty: as in the other file
}

// brandID is the pattern of ids, as in the schema.
var brandID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Check validates the settings.
func (n NewBrand) Check() error {
	if !brandID.MatchString(n.ID) {
		return fmt.Errorf(
			"invalid brand id %q: use 1 to 32 lower-case letters, digits and hyphens, starting with a letter", n.ID,
		)
	}
	for _, h := range n.Hosts {
		if checkHost(h) != nil {
			return fmt.Errorf("invalid host %q: use %s", h, formatHelp("host"))
		}
	}
	if n.SiteID < 1 || len(n.Hosts) == 0 || n.Name == "" {
		return fmt.Errorf("brand %s requires a name, a host and a site id above 0", n.ID)
	}
	return nil
}

// unwritten marks texts that the operator must write. Players see the mark, and check warns of it.
const unwritten = "[to be written]"

// onlyOfOneBrand are settings of one company, which are not copied.
var onlyOfOneBrand = []string{"licences", "contact", "exempt", "blocked_countries"}

// File returns the brand file of the new brand. It copies theme, menus, features and rules from the
// other file. It omits licences, contacts and origins of links, uses the name as tagline and marks
// the legal texts as unwritten.
func (n NewBrand) File(other []byte) ([]byte, error) {
	var tree yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(other, &tree, yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("could not decode the other brand: %w", err)
	}
	tree = without(tree, onlyOfOneBrand...)
	*field(tree, "id") = n.ID
	*field(tree, "name") = n.Name
	*field(tree, "hosts") = n.Hosts
	*field(tree, "site_id") = n.SiteID
	if n.Upstream != "" {
		*field(tree, "upstream") = n.Upstream
	}
	setTexts(field(tree, "tagline"), n.Name)
	legal, _ := (*field(tree, "legal")).(yaml.MapSlice)
	setTexts(field(legal, "licence"), unwritten)
	setTexts(field(legal, "notice"), unwritten)
	if origins, ok := (*field(tree, "origins")).(yaml.MapSlice); ok {
		*field(tree, "origins") = without(origins, "links", "clients")
	}
	raw, err := yaml.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("could not encode the new brand: %w", err)
	}
	return append([]byte("# "+n.Name+". configs/docs/reference/brand.md describes all settings.\n"), raw...), nil
}

// field returns the value of a field, or an unused value if the field does not exist.
func field(fields yaml.MapSlice, name string) *any {
	for i := range fields {
		if fields[i].Key == name {
			return &fields[i].Value
		}
	}
	return new(any)
}

// setTexts replaces the text in every language.
func setTexts(texts *any, text string) {
	fields, _ := (*texts).(yaml.MapSlice)
	out := slices.Clone(fields)
	for i := range out {
		out[i].Value = text
	}
	*texts = out
}

func without(fields yaml.MapSlice, names ...string) yaml.MapSlice {
	isListed := func(f yaml.MapItem) bool { return slices.Contains(names, fmt.Sprint(f.Key)) }
	return slices.DeleteFunc(slices.Clone(fields), isListed)
}
