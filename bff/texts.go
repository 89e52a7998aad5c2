package bff

// Texts are the texts of a brand in one language: other wordings of texts of the player site, or
// the texts of a language that the site does not have (a language pack).
type Texts struct {
	Version    string                       // hash of the texts
	Fallback   string                       // language of the texts that a pack lacks. Empty if the site has the language
	Namespaces map[string]map[string]string // by namespace and key with dots
}

// TextFault is a fault of a brand's text. Key is empty for a fault of the namespace.
type TextFault struct{ Namespace, Key, Problem, Allowed string }

// SiteTexts are the built-in texts of the player site.
type SiteTexts interface {
	Languages() []string     // with built-in texts, sorted
	PackLanguages() []string // that a language pack can add, sorted
	Check(lang string, t *Texts) []TextFault
	Missing(lang string, t *Texts) []string // namespace:key of the texts that a pack lacks, sorted
}
