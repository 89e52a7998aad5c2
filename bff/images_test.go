package bff_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// The first signature is in imgproxy's examples, the second in thumbor's documentation (libraries,
// scenario 1).
func TestAddressesOfImageServices(t *testing.T) {
	unhex := func(text string) []byte {
		raw, err := hex.DecodeString(text)
		require.NoError(t, err)
		return raw
	}
	imgproxy := bff.Images{
		Signature: bff.SignatureImgproxy,
		Key:       unhex("943b421c9eb07c830af81030552c86009268de4e532ba2ee2eab8247c6da0881"),
		Salt:      unhex("520f986b998545b4785e0defbc4f3c1203f22de2374a3d53cb7a7fe9fea309c5"),
	}
	for _, row := range []struct {
		name     string
		images   bff.Images
		template string
		source   string
		width    int
		want     string
	}{
		{
			"imgproxy", imgproxy,
			"https://img.example/{signature}/rs:fit:{width}:{width}/plain/http://img.example.com/pretty/image.jpg",
			"", 300,
			"https://img.example/m3k5QADfcKPDj-SDI2AIogZbC3FlAXszuwhtWXYqavc/rs:fit:300:300/plain/" +
				"http://img.example.com/pretty/image.jpg",
		},
		{
			"thumbor",
			bff.Images{Signature: bff.SignatureThumbor, Key: []byte("my-security-key")},
			"https://img.example/{signature}/{width}x200/my.server.com/some/path/to/image.jpg", "", 300,
			"https://img.example/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/my.server.com/some/path/to/image.jpg",
		},
		{
			"Cloudflare",
			bff.Images{},
			"https://casino.example/cdn-cgi/image/width={width},format=auto/{source}",
			"https://cdn.example/a b+ü.jpg?x=1&y=2", 640,
			"https://casino.example/cdn-cgi/image/width=640,format=auto/" +
				"https%3A%2F%2Fcdn.example%2Fa%20b%2B%C3%BC.jpg%3Fx%3D1%26y%3D2",
		},
		{
			"a path of the site",
			bff.Images{Site: "https://casino.example"},
			"https://img.example/{width}/{source64}",
			"/covers/??>.jpg", 16, "https://img.example/16/aHR0cHM6Ly9jYXNpbm8uZXhhbXBsZS9jb3ZlcnMvPz8-LmpwZw",
		},
	} {
		row.images.Template = row.template
		assert.Equal(t, row.want, row.images.URL(row.source, row.width), row.name)
	}
}

func TestCandidatesOfPictures(t *testing.T) {
	images := &bff.Images{Template: "https://img.example:8443/{width}/{source64}", Widths: []int{320, 640}}
	assert.Equal(t, "https://img.example:8443", images.Origin())
	const one = "https://img.example:8443/320/aHR0cHM6Ly9hL2I 320w"
	assert.Equal(t, one+", https://img.example:8443/640/aHR0cHM6Ly9hL2I 640w", images.Srcset("https://a/b", 0))
	assert.Equal(t, one, images.Srcset("https://a/b", 639))
	assert.Equal(t, one, images.Srcset("https://a/b", 10), "the first is always there")
	for source, want := range map[string]bool{
		"https://cdn.example/a.jpg": true, "/a.PNG?v=1.svg": true, "/a": true,
		"/a.svg": false, "https://cdn.example/a.SVG?v=1": false, "/a.svg#b": false,
		"data:image/png;base64,AA": false, "": false,
	} {
		assert.Equal(t, want, images.Resizes(source), source)
	}
	assert.False(t, (*bff.Images)(nil).Resizes("/a.jpg"))
}
