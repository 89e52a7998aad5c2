package config_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
)

const (
	imgproxyTemplate = "https://img.example/{signature}/rs:fit:{width}/{source64}"
	signed           = "template: '" + imgproxyTemplate + "', signature: "
	unsignedTemplate = "https://img.example:65535/width={width},height={width}/{source}"
)

func TestFaultsOfAnImageService(t *testing.T) {
	for _, row := range []struct{ name, images, field, problem string }{
		{"no template", "{ widths: [320] }", "template", "is missing"},
		{"no address", "{ template: 'img.example/{width}/{source}' }", "template", "invalid value"},
		{"a placeholder in the host", "{ template: 'https://{width}.example/{source}' }", "template", "invalid value"},
		{
			"an unknown placeholder", "{ template: 'https://img.example/{widht}/{source}' }", "template",
			`unknown placeholder {widht}; did you mean "{width}"`,
		},
		{
			"an open brace", "{ template: 'https://img.example/{width/{source}' }", "template",
			"unknown placeholder {",
		},
		{"no width", "{ template: 'https://img.example/{source}' }", "template", "has no {width}"},
		{"no source", "{ template: 'https://img.example/{width}' }", "template", "has neither {source} nor {source64}"},
		{"descending widths", "{ template: '" + unsignedTemplate + "', widths: [640, 320] }", "widths", "ascending"},
		{"a repeated width", "{ template: '" + unsignedTemplate + "', widths: [320, 320] }", "widths", "ascending"},
		{
			"a signature without its method", "{ template: '" + imgproxyTemplate + "' }", "template",
			"must contain {signature} once if images.signature is set, and only then",
		},
		{
			"a method without a signature",
			"{ template: '" + unsignedTemplate + "', signature: thumbor, key_file: key }",
			"template", "must contain {signature}",
		},
		{
			"an unsigned width",
			"{ template: 'https://img.example/{width}/{signature}/{source}', signature: thumbor, key_file: key }",
			"template", "before {signature}",
		},
		{
			"two signatures",
			"{ template: '" + imgproxyTemplate + "/{signature}', signature: thumbor, key_file: key }",
			"template", "must contain {signature} once",
		},
		{"no scheme", "{ template: '//img.example/{width}/{source}' }", "template", "without a scheme"},
		{"a port out of range", "{ template: 'https://img.example:65536/{width}/{source}' }", "template", "port 65536"},
		{"port 0", "{ template: 'https://img.example:0/{width}/{source}' }", "template", "port 0"},
		{"a comma at the end", "{ template: '" + unsignedTemplate + ",' }", "template", "ends with a comma"},
		{"a comma at the start", "{ template: '," + unsignedTemplate + "' }", "template", "invalid value"},
		{"a space", "{ template: '" + unsignedTemplate + " a' }", "template", "invalid value"},
		{"no key", "{ " + signed + "thumbor }", "key_file", "is missing"},
		{"no salt", "{ " + signed + "imgproxy, key_file: key }", "salt_file", "is missing"},
		{
			"no file", "{ " + signed + "thumbor, key_file: none }", "key_file",
			"could not read none",
		},
		{
			"no file with a key of imgproxy", "{ " + signed + "imgproxy, key_file: none, salt_file: key }", "key_file",
			"could not read none",
		},
		{
			"no file with a salt", "{ " + signed + "imgproxy, key_file: key, salt_file: none }", "salt_file",
			"could not read none",
		},
		{
			"an empty file", "{ " + signed + "imgproxy, key_file: empty, salt_file: key }", "key_file",
			"hexadecimal",
		},
		{
			"a text as key of imgproxy", "{ " + signed + "imgproxy, key_file: text, salt_file: key }",
			"key_file", "hexadecimal",
		},
		{
			"a key without a signature", "{ template: '" + unsignedTemplate + "', key_file: key }", "key_file",
			"has no use",
		},
		{
			"a salt of thumbor", "{ " + signed + "thumbor, key_file: key, salt_file: none }", "salt_file",
			"has no use",
		},
		{"an unknown method", "{ " + signed + "md5 }", "signature", "md5"},
	} {
		files := changed(t,
			[3]string{"brands/marmara/brand.yaml", "currency: TRY", "currency: TRY\nimages: " + row.images})
		files["brands/marmara/key"] = &fstest.MapFile{Data: []byte("00ff\n")}
		files["brands/marmara/text"] = &fstest.MapFile{Data: []byte("secret text\n")}
		files["brands/marmara/empty"] = &fstest.MapFile{}
		_, err := config.Load(files, "croupier.yaml", noEnv)
		var faults config.Faults
		require.ErrorAs(t, err, &faults, row.name)
		assert.Len(t, faults, 1, row.name)
		assert.Equal(t, "images."+row.field, faults[0].Field, row.name)
		assert.Contains(t, faults[0].Problem, row.problem, row.name)
		assert.NotContains(t, err.Error(), "secret text", row.name)
	}
}

func TestProductionRequiresAnImageServiceWithTLS(t *testing.T) {
	files := changed(t,
		[3]string{"croupier.yaml", "profile: demo", "profile: production"},
		[3]string{
			"brands/marmara/brand.yaml", "currency: TRY",
			"currency: TRY\nimages: { template: 'http://img.example/{width}/{source}' }",
		})
	_, err := config.Load(files, "croupier.yaml", noEnv)
	assert.ErrorContains(t, err, "images.template: the production profile requires https")
}

func TestSettingsOfAnImageService(t *testing.T) {
	files := changed(t, [3]string{"brands/marmara/brand.yaml", "currency: TRY", "currency: TRY\n" +
		"images: { " + signed + "imgproxy, key_file: key, salt_file: salt }"})
	files["brands/marmara/key"] = &fstest.MapFile{Data: []byte("00ff\n")}
	files["brands/marmara/salt"] = &fstest.MapFile{Data: []byte("0f")}
	b, _ := loaded(t, files).Brand("localhost")
	assert.Equal(t, &bff.Images{
		Template: imgproxyTemplate, Widths: []int{160, 320, 480, 640, 960, 1280}, Signature: bff.SignatureImgproxy,
		KeyFile: "key", SaltFile: "salt", Key: []byte{0, 0xff}, Salt: []byte{0x0f}, Site: "http://localhost",
	}, b.Images)
	assert.Contains(t, b.Origins.Images, "https://img.example", "pages may load its pictures")
	draft := *b
	draft.Images, draft.Origins.Images = nil, nil
	assert.Contains(t, b.Previewed(&draft).Origins.Images, "https://img.example",
		"responses in a preview name the image service of the published brand")
}
