package site

import (
	"strings"
	"testing"
)

func TestTemplate(t *testing.T) {
	data := values{
		"name": `A & "B"`, "on": true, "off": false,
		"list":  []values{{"name": "one"}, {"other": "2"}},
		"empty": []values{},
	}
	for source, want := range map[string]string{
		"plain":      "plain",
		"⟦name⟧":     "A &amp; &#34;B&#34;",
		"⟦missing⟧.": ".",
		"⟦#on⟧yes⟦/on⟧⟦^on⟧no⟦/on⟧":          "yes",
		"⟦#off⟧yes⟦/off⟧⟦^off⟧no⟦/off⟧":      "no",
		"⟦#none⟧yes⟦/none⟧⟦^none⟧no⟦/none⟧":  "no",
		"⟦#list⟧<⟦name⟧>⟦/list⟧":             "<one><A &amp; &#34;B&#34;>",
		"⟦^list⟧no⟦/list⟧⟦^empty⟧no⟦/empty⟧": "no",
		"⟦#list⟧⟦#on⟧⟦other⟧⟦/on⟧⟦/list⟧":    "2",
	} {
		parsed, err := parseTemplate(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		var b strings.Builder
		parsed.fill(&b, data)
		if b.String() != want {
			t.Errorf("%s: %q, want %q", source, b.String(), want)
		}
	}
}

func TestTemplatesThatDoNotEndAreRefused(t *testing.T) {
	for _, source := range []string{"⟦#a⟧", "⟦/a⟧", "⟦#a⟧⟦#b⟧⟦/a⟧⟦/b⟧", "⟦name", "⟦#a⟧⟦/a⟧⟦/a⟧"} {
		if _, err := parseTemplate(source); err == nil {
			t.Errorf("%s is accepted", source)
		}
	}
}
