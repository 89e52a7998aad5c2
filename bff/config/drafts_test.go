package config_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
)

// withDraft returns the demo's files with a draft of pera.
func withDraft(t *testing.T, old, replacement string) fstest.MapFS {
	t.Helper()
	files := changed(t)
	for name, file := range files {
		if rest, ok := strings.CutPrefix(name, "brands/pera/"); ok {
			files["drafts/pera/"+rest] = &fstest.MapFile{Data: slices.Clone(file.Data)}
		}
	}
	replaceIn(t, files, "drafts/pera/brand.yaml", old, replacement)
	return files
}

func TestDraftsAreReadBesideTheBrands(t *testing.T) {
	c := loaded(t, withDraft(t, "name: Pera", "name: Pera Yeni"))
	draft, err := c.Draft("pera")
	assert.True(t, err == nil && draft != nil && draft.Name == "Pera Yeni", "draft %+v, %v", draft, err)
	b, _ := c.ByID("pera")
	assert.True(t, b.Name == "Pera" && len(c.Brands) == 3, "published: %s of %d", b.Name, len(c.Brands))
	b, err = c.Draft("zephyr")
	assert.True(t, b == nil && err == nil, "a brand without a draft: %v, %v", b, err)
	files := withDraft(t, "name: Pera", "name: Pera Yeni")
	files["croupier.yaml"] = &fstest.MapFile{Data: append(files["croupier.yaml"].Data, "\ndrafts: elsewhere\n"...)}
	b, err = loaded(t, files).Draft("pera")
	assert.True(t, b == nil && err == nil, "another folder of drafts: %v, %v", b, err)
}

func TestAnInvalidDraftKeepsNothingFromBeingServed(t *testing.T) {
	for _, row := range []struct{ name, old, replacement, want string }{
		{
			"a field that is unknown", "name: Pera", "nam: Pera",
			`drafts/pera/brand.yaml:3:1: nam: unknown field; did you mean "name"?`,
		},
		{"text that is no YAML", "name: Pera", "name: [", "drafts/pera/brand.yaml:"},
		{
			"a host of another brand", "hosts: [pera.localhost", "hosts: [zephyr.localhost",
			"hosts.0: zephyr.localhost already belongs to brand zephyr",
		},
		{"an unknown upstream", "upstream: mock", "upstream: x", `unknown upstream "x"`},
		{"another id", "id: pera", "id: zephyr", "is not the name of the directory"},
	} {
		c := loaded(t, withDraft(t, row.old, row.replacement))
		_, err := c.Draft("pera")
		assert.Contains(t, faultsIn(t, err).Error(), row.want, row.name)
		assert.Len(t, c.Brands, 3, row.name)
	}
}

func TestDiffBrands(t *testing.T) {
	before := fstest.MapFS{
		"brand.yaml": {Data: []byte(
			"id: a\nname: A\ntheme: { radius: 4, hero: split }\nhosts: [a.test, b.test]\ncontact: { emails: " +
				"[x@a.test] }\n",
		)},
		"datas/partners.json": {Data: []byte("[]")}, "logo/dark.svg": {
			Data: []byte("<svg/>"),
		}, "logo/old.svg": {Data: []byte("<svg/>")},
	}
	after := fstest.MapFS{
		"brand.yaml": {Data: []byte(
			"# another order\nname: A & B\nid: a\ntheme: { hero: split, radius: 8 }\nhosts: [a.test]\ncurrency: EUR\n",
		)},
		"datas/partners.json": {Data: []byte("[ ]")}, "logo/dark.svg": {
			Data: []byte("<svg/>"),
		}, "logo/new.svg": {Data: []byte("<svg/>")},
	}
	changes, err := config.DiffBrands(before, after)
	require.NoError(t, err)
	var lines []string
	for _, c := range changes {
		line, _, _ := strings.Cut(c.String(), " bytes")
		if !c.Previewed() {
			line += " (later)"
		}
		lines = append(lines, line)
	}
	want := []string{
		`- contact.emails.0: "x@a.test"`, `+ currency: "EUR" (later)`, `- hosts.1: "b.test" (later)`,
		`~ name: "A" → "A & B"`, `~ theme.radius: 4 → 8`,
		`~ datas/partners.json: 2`, `+ logo/new.svg: 6`, `- logo/old.svg: 6`,
	}
	assert.Equal(t, want, lines, "got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	changes, err = config.DiffBrands(after, after)
	assert.True(t, err == nil && len(changes) == 0, "the same: %v, %v", changes, err)
	changes, err = config.DiffBrands(nil, before)
	assert.True(t, err == nil && len(changes) != 0 && changes[0].Before == "", "a new brand: %v, %v", changes, err)
}

func TestNewBrandFile(t *testing.T) {
	raw := []byte("id: a\nname: A\ntagline: { tr: bir, en: one }\nhosts: [a.test]\nsite_id: 1\nupstream: x\norigins: " +
		"{ links: [\"https://a.test\"], frames: [\"https://g.test\"] }\n" +
		"theme: { radius: 4 }\nlegal: { minimum_age: 18, licence: { tr: L }, notice: { tr: N } }\nlicences: [{ id: m " +
		"}]\ncontact: { emails: [a@a.test] }\nexempt: [10.0.0.0/8]\n")
	n := config.NewBrand{ID: "b", Name: "Boğaz: #1", Hosts: []string{"b.test", "c.test"}, SiteID: 7}
	got, err := n.File(raw)
	require.NoError(t, err)
	want := fstest.MapFS{"brand.yaml": {Data: []byte("id: b\nname: \"Boğaz: #1\"\ntagline: { tr: \"Boğaz: #1\", en: " +
		"\"Boğaz: #1\" }\nhosts: [b.test, c.test]\nsite_id: 7\nupstream: x\n" +
		"origins: { frames: [\"https://g.test\"] }\ntheme: { radius: 4 }\nlegal: { minimum_age: 18, licence: { tr: " +
		"\"[to be written]\" }, notice: { tr: \"[to be written]\" } }\n")}}
	changes, err := config.DiffBrands(want, fstest.MapFS{"brand.yaml": {Data: got}})
	assert.True(t, err == nil && len(changes) == 0, "%v, %v in\n%s", changes, err, got)
	for name, n := range map[string]config.NewBrand{
		"no name":              {ID: "b", Hosts: []string{"b.test"}, SiteID: 1},
		"an id with a capital": {ID: "B", Name: "B", Hosts: []string{"b.test"}, SiteID: 1},
		"no host":              {ID: "b", Name: "B", SiteID: 1},
		"a host with a port":   {ID: "b", Name: "B", Hosts: []string{"b.test:80"}, SiteID: 1},
		"no site id":           {ID: "b", Name: "B", Hosts: []string{"b.test"}},
	} {
		assert.Error(t, n.Check(), "%s is accepted", name)
	}
	assert.NoError(t, n.Check())
}

func TestUnwrittenTextsAreWarnings(t *testing.T) {
	got := loaded(
		t, changed(t, [3]string{"brands/pera/brand.yaml", "    en: Residents", "    en: \"[to be written]\" #"}),
	).Warnings().Error()
	assert.Contains(t, got, "warning: legal.notice.en: players see the placeholder")
}
