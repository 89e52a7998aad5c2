package sanitise_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/platform/sanitise"
)

func TestPicturesGetSmallerVersions(t *testing.T) {
	resized := *brand
	resized.Images = &bff.Images{
		Template: "https://img.example/{width}?{source}", Widths: []int{320, 640, 1280}, Site: "https://casino.test",
	}
	colours := map[string]string{"https://img.example/16?https%3A%2F%2Fcdn.example%2Fa.jpg": "#102030"}
	const small = `https://img.example/320?https%3A%2F%2Fcdn.example%2Fa.jpg 320w`
	const middle = small + `, https://img.example/640?https%3A%2F%2Fcdn.example%2Fa.jpg 640w`
	const large = middle + `, https://img.example/1280?https%3A%2F%2Fcdn.example%2Fa.jpg 1280w`
	for _, row := range []struct{ name, call, data, want string }{
		{
			"a table", "livecasino/game_table_list", `[{"image":"https://cdn.example/a.jpg","name":"A"}]`,
			`[{"image":"https://cdn.example/a.jpg","srcset":"` + middle + `","color":"#102030","name":"A"}]`,
		},
		{
			"a slide of unknown colour on the site", "cmscontroller/getSlider", `[{"image":"/a.jpg"}]`,
			`[{"image":"/a.jpg","srcset":"` +
				strings.ReplaceAll(large, "cdn.example", "casino.test") + `"}]`,
		},
		{
			"a logo", "casino/provider_list", `[{"logo":"https://cdn.example/a.jpg"}]`,
			`[{"logo":"https://cdn.example/a.jpg","srcset":"` + small + `","color":"#102030"}]`,
		},
		{"a vector graphic", "casino/provider_list", `[{"logo":"/a.svg"}]`, `[{"logo":"/a.svg"}]`},
		{"no picture", "casino/provider_list", `[{"logo":""}]`, `[{"logo":""}]`},
		{"a refused picture", "casino/provider_list", `[{"logo":"https://evil.test/a.jpg"}]`, `[{"logo":""}]`},
	} {
		for _, b := range []*bff.Brand{brand, &resized} {
			class, method, _ := strings.Cut(row.call, "/")
			call, ok := catalogue(t).Lookup(class, method)
			require.True(t, ok, row.name)
			platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				return &bff.Answer{Result: true, Data: []byte(row.data)}, nil
			})
			u := sanitise.NewUpstream(platform, catalogue(t), func(*bff.UpstreamRequest, string) {},
				func(picture string) string { return colours[picture] })
			a, err := u.Do(t.Context(), &bff.UpstreamRequest{Brand: b, Call: call})
			require.NoError(t, err, row.name)
			if b == brand {
				assert.NotContains(t, string(a.Data), "srcset", "%s, without an image service", row.name)
				continue
			}
			assert.Equal(t, row.want, string(a.Data), row.name)
		}
	}
}
