package contract

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestMessagesOfEveryLanguage(t *testing.T) {
	c := loadCatalogue(t)
	if got, want := slices.Sorted(maps.Keys(c.messages)), []string{"ar", "de", "en", "ru", "tr"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	reasons := append(bff.Reasons(), bff.OutcomeUnknown(bff.ReasonUpstreamTimeout))
	for lang := range c.messages {
		for _, r := range reasons {
			assert.NotEqual(t, r.Key, c.Message(lang, r.Key, nil), "%s has no text for %s", lang, r.Key)
		}
		assert.Equal(t, "This site is under maintenance", c.Message(lang, "maintenance", nil), lang)
	}
}

// Every general rule has a text. Any other text of a rule has a definition of a schema; without one it is
// unused, or the definition was renamed.
func TestMessagesOfRules(t *testing.T) {
	c := loadCatalogue(t)
	known := map[string]bool{}
	for _, file := range c.Schemas() {
		for _, def := range file.Defs {
			known[snake(def.Key.(string))] = true
		}
	}
	for _, rule := range []string{
		"required", "unknown_field", "type", "number", "min", "max", "above", "min_length", "max_length",
		"min_items", "max_items", "enum", "const", "pattern", "same", "other",
		"code_used", "later", "use_window", "started", "brand_language",
	} {
		known[rule] = true
		_, ok := c.messages[fallbackLang]["rule."+rule]
		assert.True(t, ok, "no text for %s", rule)
	}
	for key := range c.messages[fallbackLang] {
		if rule, ok := strings.CutPrefix(key, "rule."); ok && !known[rule] {
			t.Errorf("%s has no definition", key)
		}
	}
}

func TestMessage(t *testing.T) {
	c := loadCatalogue(t)
	tests := []struct{ name, lang, key, want string }{
		{"a language", "de", "anonymous_user", "Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an."},
		{"an unknown language falls back to English", "fr", "anonymous_user", "Your session has ended. Please log in again."},
		{"an unknown key is returned", "tr", "no_such_key", "no_such_key"},
		{"a parameter", "en", "rule.min", "it must be at least 7."},
		{"a missing parameter", "en", "rule.max", "it must be at most {max}."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, c.Message(tt.lang, tt.key, map[string]string{"min": "7"}))
		})
	}
}

func TestReasonText(t *testing.T) {
	c := loadCatalogue(t)
	fault := &bff.FieldFault{Field: "limit", Rule: "max", Params: map[string]string{"max": "250"}}
	for _, tt := range []struct {
		name   string
		reason *bff.Reason
		want   string
	}{
		{"by its key", bff.ReasonUnknownCall, "This function does not exist."},
		{"with a fault", bff.InvalidPayload(fault), "The field limit is not right: it must be at most 250."},
		{"with a fixed message", &bff.Reason{Key: "maintenance", Message: "Kapalıyız"}, "Kapalıyız"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, c.ReasonText("en", tt.reason))
		})
	}
}

func TestClassifyMessage(t *testing.T) {
	c := loadCatalogue(t)
	for message, want := range map[string]bff.KnownMessage{
		"Oturum Süresi Doldu":            {Debug: "anonymous user", EndsSession: true},
		"  OTURUM  SÜRESİ DOLDU. ":       {Debug: "anonymous user", EndsSession: true},
		"Oturum Su\u0308resi Doldu":      {Debug: "anonymous user", EndsSession: true},
		"Giriş Başarısız":                {Debug: "login failed"},
		"GİRİŞ BAŞARISIZ":                {Debug: "login failed"},
		"Hesap Aktif Değil":              {Debug: "inactive account", EndsSession: true},
		"Bu işlem için yetkiniz yok":     {Debug: "unauthorized"},
		"Kayıt Bulunamadı":               {Debug: "no records"},
		"This site is under maintenance": {Debug: "maintenance", Maintenance: true},
	} {
		got, ok := c.ClassifyMessage(message)
		assert.True(t, ok && got == want, "%q is %+v, %v", message, got, ok)
	}
	for _, message := range []string{"", "Oturum", "Bakiye yetersiz", strings.Repeat("Oturum Süresi Doldu ", 1000)} {
		got, ok := c.ClassifyMessage(message)
		assert.True(t, !ok, "%q is classified as %+v", message, got)
	}
}
