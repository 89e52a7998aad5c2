package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
)

func TestNewBrandFile(t *testing.T) {
	raw := []byte("id: a\nname: A\ntagline: { tr: bir, en: one }\nhosts: [a.test]\nsite_id: 1\nupstream: x\norigins: " +
		"{ links: [\"https://a.test\"], frames: [\"https://g.test\"] }\n" +
		"theme: { radius: 4 }\nlegal: { minimum_age: 18, licence: { tr: L }, notice: { tr: N } }\nlicences: [{ id: m " +
		"}]\ncontact: { emails: [a@a.test] }\nexempt: [10.0.0.0/8]\n")
	n := config.NewBrand{ID: "b", Name: "Boğaz: #1", Hosts: []string{"b.test", "c.test"}, SiteID: 7}
	got, err := n.File(raw)
	require.NoError(t, err)
	assert.YAMLEq(t, "id: b\nname: \"Boğaz: #1\"\ntagline: { tr: \"Boğaz: #1\", en: \"Boğaz: #1\" }\n"+
		"hosts: [b.test, c.test]\nsite_id: 7\nupstream: x\norigins: { frames: [\"https://g.test\"] }\n"+
		"theme: { radius: 4 }\nlegal: { minimum_age: 18, licence: { tr: \"[to be written]\" }, "+
		"notice: { tr: \"[to be written]\" } }\n", string(got))
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
