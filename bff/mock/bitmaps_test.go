package mock_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"net/http"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock"
)

// rendition returns the address of a smaller picture, as imgproxy has it.
func rendition(source string, width int) string {
	source64 := base64.RawURLEncoding.EncodeToString([]byte(source))
	return fmt.Sprintf("%sinsecure/rs:fit:%d/%s", mock.ImagesPath, width, source64)
}

// get returns a picture and checks that its media type is true.
func (h *client) get(path string) (body []byte, format string, width, height int) {
	h.t.Helper()
	w := h.send(http.MethodGet, path, nil)
	require.Equal(h.t, http.StatusOK, w.Code, path)
	config, format, err := image.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
	require.NoError(h.t, err, path)
	assert.Equal(h.t, "image/"+format, w.Header().Get("Content-Type"), path)
	return w.Body.Bytes(), format, config.Width, config.Height
}

func TestHeavyPicturesAreLargeBitmapsAndHaveRenditions(t *testing.T) {
	h := openWith(t, mock.Options{Seed: 7, Scenario: "heavy-pictures"})
	formats := map[string]int{}
	for call, size := range map[string][2]int{
		"casino/games_list":            {1200, 1600},
		"livecasino/game_table_list":   {1920, 1200},
		"cmscontroller/getSlider":      {2520, 1080}, // the first one
		"cmscontroller/getPromotions":  {1920, 1080},
		"cmscontroller/getTournaments": {1920, 1080},
	} {
		answer := string(h.call(call, map[string]any{"limit": 9}).Data)
		images := regexp.MustCompile(`/mock/art/(?:cover|table|slide)/[^"]+`).FindAllString(answer, 9)
		require.NotEmpty(t, images, call)
		for _, path := range images {
			body, format, width, height := h.get(path)
			formats[format]++
			assert.True(t, len(body) >= 100<<10 && len(body) <= 500<<10, "%s has %d bytes", path, len(body))
			if path == images[0] || call != "cmscontroller/getSlider" {
				assert.Equal(t, size, [2]int{width, height}, path)
			}
		}
		for _, source := range []string{images[0], "https://casino.example" + images[0]} {
			for asked, want := range map[int]int{320: 320, 9999: size[0]} { // it does not enlarge
				body, format, width, height := h.get(rendition(source, asked))
				assert.Equal(t, "jpeg", format)
				assert.Equal(t, [2]int{want, size[1] * want / size[0]}, [2]int{width, height}, source)
				assert.True(t, asked > 320 || len(body) < 40<<10, "%s has %d bytes", source, len(body))
			}
		}
	}
	assert.True(t, formats["png"] > 0 && formats["jpeg"] > formats["png"], formats)
}

func TestImageServiceRefusesOtherAddresses(t *testing.T) {
	h := openOwn(t, 7)
	const cover = "/mock/art/cover/1001.jpg"
	for path, status := range map[string]int{
		rendition(cover, 320):                                http.StatusOK,
		rendition(cover, 0):                                  http.StatusBadRequest,
		rendition("%zz", 320):                                http.StatusBadRequest,
		rendition("/mock/art/cover/1001.svg", 320):           http.StatusNotFound,
		rendition("/mock/art/cover/1.jpg", 320):              http.StatusNotFound,
		rendition("https://casino.example/other.jpg?v", 320): http.StatusNotFound,
	} {
		assert.Equal(t, status, h.send(http.MethodGet, path, nil).Code, path)
	}
	var files sync.Map
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			path := rendition(cover, 200+n/2)
			if w := h.send(http.MethodGet, path, nil); assert.Equal(t, http.StatusOK, w.Code) {
				first, _ := files.LoadOrStore(path, w.Body.String())
				assert.Equal(t, first, w.Body.String(), "two requests return different pictures")
			}
		})
	}
	all.Wait()
	_, err := mock.New(mock.Options{Scenario: "nosuch"})
	assert.ErrorContains(t, err, "scenario: want one of happy, ")
}
