package staff_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

func TestBootstrapOfABrandForPreviews(t *testing.T) {
	r := newRig(t)
	cookie := r.login("izleyici", "Izleyici123!")
	for _, c := range []struct{ name, path, language string }{
		{"in a language of the brand", "/brands/marmara/bootstrap?lang=en", "en"},
		{"in its default language for one that it does not offer", "/brands/marmara/bootstrap?lang=xx", "tr"},
		{"in its default language for none", "/brands/marmara/bootstrap", "tr"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := r.do(http.MethodGet, c.path, "", cookie)
			var got map[string]string
			if err := json.Unmarshal(w.body, &got); err != nil || w.status != http.StatusOK || got["language"] != c.language || got["brand"] != "marmara" {
				t.Errorf("%d %s", w.status, w.body)
			}
		})
	}
	if w := r.do(http.MethodGet, "/brands/none/bootstrap", "", cookie); w.status != http.StatusNotFound {
		t.Errorf("an unknown brand: %d", w.status)
	}
}
