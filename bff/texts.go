package bff

import "cmp"

// Texts are the texts of a brand in one language: other wordings of texts of the player site, or
// the texts of a language that the site does not have (a language pack).
type Texts struct {
	Version    string                       // hash of the texts
	Fallback   string                       // language of texts that a pack lacks, empty if the site has the language
	Namespaces map[string]map[string]string // by namespace and key with dots
}

// BuiltInLanguage returns lang, or the language of the texts that its language pack lacks.
func (b *Brand) BuiltInLanguage(lang string) string {
	if t := b.Texts[lang]; t != nil {
		return cmp.Or(t.Fallback, lang)
	}
	return lang
}

// TextFault is a fault of a brand's text. Key is empty for a fault of the namespace.
type TextFault struct{ Namespace, Key, Problem, Allowed string }

// SiteTexts are the built-in texts of the player site. all are the texts of a brand by language.
type SiteTexts interface {
	Languages() []string                                  // with built-in texts, sorted
	PackLanguages() []string                              // that a language pack can add, sorted
	Check(all map[string]*Texts, lang string) []TextFault // at most 100
	Missing(all map[string]*Texts, lang string) []string  // namespace:key of texts that a pack lacks, sorted
	// Search finds the texts of a brand in a language by what is shown and by key, sorted by namespace
	// and key. only is "", "missing" (texts that a pack lacks) or "changed" (other wordings than in the
	// site). total counts all, also those after the first 100.
	Search(b *Brand, lang, query, only string) (total int, found []SiteText)
}

// SiteText is a text of the player site for a brand.
type SiteText struct {
	Namespace string `json:"namespace"`
	Key       string `json:"key"`
	Text      string `json:"text,omitempty"`     // empty if it is missing
	BuiltIn   string `json:"built_in,omitempty"` // wording of the site, or of the default language if it is missing
	By        string `json:"by,omitempty"`       // who changed it in the draft of the studio
}
