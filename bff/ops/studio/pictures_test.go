package studio_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif" // which another package may register
	"image/png"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
	"croupier/bff/ops/studio"
	"croupier/bff/test/testkit"
)

func TestPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		const gif = "GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02L\x01\x00;"
		var large, small bytes.Buffer
		require.NoError(t, png.Encode(&large, image.NewGray(image.Rect(0, 0, 4097, 1))))
		require.NoError(t, png.Encode(&small, image.NewGray(image.Rect(0, 0, 3, 2))))
		webp, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAUAAEAcQERGIiP4HAA==")
		require.NoError(t, err)
		for content, want := range map[string]string{ // NS stands for the namespace, empty for a refused picture
			small.String(): "png 3x2",
			string(webp):   "webp 2x2",
			large.String(): "", "hello": "", "<html><svg/></html>": "", "<svg/><svg/>": "", "<svg><g></svg>": "",
			`<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>`:                       "",
			`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"><svg/>`:                "<svg NS></svg>",
			strings.Repeat("<svg>", 33) + strings.Repeat("</svg>", 33):             "",
			"<svg>" + strings.Repeat("<g/>", 5000) + "</svg>":                      "",
			`<svg><g id="a"><use href="#b"/></g><g id="b"/><use href="#a"/></svg>`: "",
			`<svg><use href="#a"/><g id="a"><g><use href="#b"/></g></g></svg>`:     "",
			`<svg><use id="a" href="#a"/></svg>`:                                   "",
			`<svg><use href="#%61"/><g id="a"><use href="#b"/></g></svg>`:          `<svg NS><use></use><g id="a"><use href="#b"></use></g></svg>`,
			gif: "", string(small.Bytes()[:small.Len()-30]): "", string(webp[:30]): "",
			`<svg>&a;</svg>`:                                                           "",
			`<?xml-stylesheet href="x"?><svg/>`:                                        "",
			`<svg><style>a{fill:url<g/>(//x)}</style></svg>`:                           "",
			`<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>`:                            `<svg NS viewBox="0 0 1 1"><path d="M0 0"></path></svg>`,
			`<svg onload="a()"><script>a()</script></svg>`:                             `<svg NS></svg>`,
			`<svg><g onclick="b"><a href="x">t</a></g></svg>`:                          `<svg NS><g></g></svg>`,
			`<svg><foreignObject>a</foreignObject></svg>`:                              `<svg NS></svg>`,
			`<svg><image href="x"/><use href="x#a"/></svg>`:                            `<svg NS><use></use></svg>`,
			`<svg xmlns:l="http://www.w3.org/1999/xlink"><use l:href="#a"/></svg>`:     `<svg NS><use href="#a"></use></svg>`,
			`<svg fill="url(#a)" style="fill:url(//x)"/>`:                              `<svg NS fill="url(#a)"></svg>`,
			`<svg><style>.a{fill:rgb(1,2,3)}</style></svg>`:                            `<svg NS><style>.a{fill:rgb(1,2,3)}</style></svg>`,
			`<svg><style>@import "x";</style><style>a{b:u<!-- -->rl(x)}</style></svg>`: `<svg NS><style></style><style></style></svg>`,
			`<svg><text>&lt;script&gt;</text></svg>`:                                   `<svg NS><text>&lt;script&gt;</text></svg>`,
		} {
			name := content[:min(len(content), 60)]
			p, err := r.AddPicture(t.Context(), "pera", []byte(content))
			if want == "" {
				assert.ErrorIs(t, err, studio.ErrPicture, name)
				continue
			}
			require.NoError(t, err, name)
			stored, mediaType, err := r.Picture(t.Context(), "pera", strings.TrimPrefix(p.Name, "media/"))
			require.NoError(t, err, name)
			got := strings.TrimPrefix(mediaType, "image/") + fmt.Sprintf(" %dx%d", p.Width, p.Height)
			if mediaType == "image/svg+xml" {
				got = strings.Replace(string(stored), `xmlns="http://www.w3.org/2000/svg"`, "NS", 1)
			}
			assert.Equal(t, want, got, name)
		}
		_, _, err = r.Picture(t.Context(), "pera", "../brand.yaml")
		assert.ErrorIs(t, err, studio.ErrUnknown)

		// Only the picture that a draft uses remains after a month.
		used, err := r.AddPicture(t.Context(), "pera", small.Bytes())
		require.NoError(t, err)
		require.NoError(t, r.patch("ayse", 0, "logo/icon-192.png", `"`+used.Name+`"`))
		stop := testkit.Start(t, func(ctx context.Context) { r.Run(ctx, time.Tick(time.Hour)) })
		time.Sleep(32 * 24 * time.Hour)
		stop()
		text := strings.Repeat(" ", config.MaxPicture-100)
		for i := range 200 {
			svg := fmt.Appendf(nil, "<svg><text>%d%s</text></svg>", i, text)
			if _, err = r.AddPicture(t.Context(), "pera", svg); err != nil {
				break
			}
		}
		require.ErrorIs(t, err, studio.ErrFull)
		_, err = r.AddPicture(t.Context(), "zephyr", small.Bytes())
		require.NoError(t, err, "another brand")
		time.Sleep(31 * 24 * time.Hour)
		stop = testkit.Start(t, func(ctx context.Context) { r.Run(ctx, time.Tick(time.Second)) })
		time.Sleep(2 * time.Minute)
		stop()
		_, err = r.AddPicture(t.Context(), "pera", small.Bytes())
		require.NoError(t, err, "after the pictures have expired")
		names := ""
		for key := range r.contents.Values() {
			names += key + " "
		}
		assert.Equal(t, 1, strings.Count(names, "media/"), names)
		assert.Contains(t, names, used.Name)
	})
}
