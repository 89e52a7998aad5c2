package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

// TestCheckWeighsThePicturesOfFirstScreens gives a phone's first screen one heavy slide, and games
// whose covers fail in different ways.
func TestCheckWeighsThePicturesOfFirstScreens(t *testing.T) {
	var requested sync.Map // by path
	var foreign *httptest.Server
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requested.Store(r.URL.Path, true)
		switch path := r.URL.Path; {
		case path == "/heavy.png":
			var body bytes.Buffer
			_ = png.Encode(&body, image.NewGray(image.Rect(0, 0, 1680, 720)))
			_, _ = w.Write(append(body.Bytes(), make([]byte, 500_000)...))
		case strings.HasPrefix(path, "/960/"), path == "/light.png", strings.HasPrefix(path, "/320/"):
			_, _ = w.Write(make([]byte, 20_000))
		case path == "/redirect.png":
			http.Redirect(w, r, foreign.URL+"/secret", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(pictures.Close)
	foreign = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		assert.Fail(t, "a picture of an origin that the brand does not name was loaded", r.URL)
	}))
	t.Cleanup(foreign.Close)
	slides := asJSON(t, []any{map[string]any{
		"title": "A", "image": pictures.URL + "/heavy.png", "link": "", "sliderPlace": "sol", "Status": 1, "order": 1,
		"Start_date": "2020-01-01 00:00:00", "End_date": "2099-01-01 00:00:00",
	}})
	games := asJSON(t, []any{
		map[string]any{"gameID": 1, "name": "A", "image": pictures.URL + "/light.png"},
		map[string]any{"gameID": 2, "name": "B", "image": pictures.URL + "/missing.png"},
		map[string]any{"gameID": 3, "name": "C", "image": pictures.URL + "/redirect.png"},
		map[string]any{"gameID": 4, "name": "D", "image": "/own.png"},
		map[string]any{"gameID": 5, "name": "E", "image": foreign.URL + "/foreign.png"},
	})
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			API struct{ Class, Method string }
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		data := "[]"
		switch body.API.Method {
		case "getSlider":
			data = slides
		case "games_list":
			data = games
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"result":true,"message":"","data":%s,"code":200,"debug":null,"pagination":null}`, data)
	}))
	t.Cleanup(platform.Close)
	file := writeConfig(t, envelopeConfig(platform.URL))
	brand := brandFile(file, "marmara")
	replace(t, brand, "http://127.0.0.1:8090", pictures.URL)

	const check = "check --upstream --brand marmara --config "
	_, out, _ := runCommand(t, strings.Fields(check+file)...)
	for _, want := range []string{
		"page /: " + pictures.URL + "/heavy.png has 50", " KB and 1680 × 720 pixels, but a phone shows 780 pixels " +
			"in width (at most 150 KB): set images in brand.yaml\n",
		"page /: the 1 pictures of the first screen have 50",
		"page /slot: could not weigh " + pictures.URL + "/missing.png: status 404",
		"/redirect.png: status 302",
	} {
		assert.Contains(t, out, want)
	}
	assert.NotContains(t, out, "light.png")

	replace(t, brand, "currency: TRY", "currency: TRY\nimages: { template: '"+pictures.URL+"/{width}/{source64}' }")
	_, out, _ = runCommand(t, strings.Fields(check+file)...)
	assert.NotContains(t, out, "heavy.png", "a phone loads a smaller version")
	report := decoded[struct{ Pictures map[string][]screen }](
		t, exitFailure, strings.Fields(check+file+" --format json")...,
	)
	home := report.Pictures["marmara"][0]
	assert.True(t, home.Page == "/" && home.Bytes == 20_000 && home.Pictures[0].Needed == 780, "%+v", home)
}
