package config

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// placeholder matches a placeholder of a template, and a brace without its partner.
var placeholder = regexp.MustCompile(`\{[^{}]*\}|[{}]`)

var placeholders = []string{
	bff.PlaceholderWidth, bff.PlaceholderSource, bff.PlaceholderSource64, bff.PlaceholderSignature,
}

// checkImages reads the secrets of the image service and reports faults that the schema cannot
// express. Faults never quote a secret.
func (f *brandFile) checkImages(c *checker, files *recorder, dir, profile string) {
	i := f.Images
	if i.Widths == nil {
		i.Widths = []int{160, 320, 480, 640, 960, 1280}
	}
	if !slices.IsSorted(i.Widths) || len(slices.Compact(slices.Clone(i.Widths))) < len(i.Widths) {
		c.report("must be in ascending order without repetition", "", "images", "widths")
	}
	if c.hasFault("images", "signature") {
		return // the other settings depend on it
	}
	checkTemplate(c, i, profile)
	isImgproxy := i.Signature == bff.SignatureImgproxy
	for _, row := range []struct {
		field, file string
		required    bool
		secret      *[]byte
	}{
		{"key_file", i.KeyFile, i.Signature != "", &i.Key}, {"salt_file", i.SaltFile, isImgproxy, &i.Salt},
	} {
		switch {
		case row.required && row.file == "":
			c.report("is missing, because images.signature is "+i.Signature, "a path", "images", row.field)
		case !row.required && row.file != "":
			c.report(fmt.Sprintf("has no use with images.signature %q", i.Signature), "", "images", row.field)
		default:
			*row.secret = readSecret(c, files, dir, row.file, isImgproxy, row.field)
		}
	}
}

func checkTemplate(c *checker, i *bff.Images, profile string) {
	report := func(problem, allowed string) { c.report(problem, allowed, "images", "template") }
	for _, name := range placeholder.FindAllString(i.Template, -1) {
		if !slices.Contains(placeholders, name) {
			report(fmt.Sprintf("unknown placeholder %s", name)+names.Hint(name, placeholders),
				strings.Join(placeholders, ", "))
			return
		}
	}
	before, path, signed := strings.Cut(i.Template, bff.PlaceholderSignature)
	origin, err := url.Parse(i.Origin())
	switch {
	case !strings.Contains(i.Template, bff.PlaceholderWidth):
		report("has no "+bff.PlaceholderWidth, "")
	case !strings.Contains(i.Template, bff.PlaceholderSource) && !strings.Contains(i.Template, bff.PlaceholderSource64):
		report("has neither "+bff.PlaceholderSource+" nor "+bff.PlaceholderSource64, "")
	case signed != (i.Signature != ""), strings.Contains(path, bff.PlaceholderSignature):
		report("must contain "+bff.PlaceholderSignature+" once if images.signature is set, and only then", "")
	case signed && placeholder.MatchString(before):
		report("has a placeholder before "+bff.PlaceholderSignature+", which does not sign it", "")
	case strings.HasPrefix(i.Template, "//"):
		report("has a host without a scheme", "an http or https address, or a path of the site")
	case err == nil && origin.Port() != "" && !isPort(origin.Port()):
		report("has an invalid port "+origin.Port(), "a number from 1 to 65535")
	case strings.HasSuffix(i.Template, ","): // which srcset would read as the end of a candidate
		report("ends with a comma", "%2C instead")
	case profile == production && strings.HasPrefix(i.Template, "http:"):
		report("the production profile requires https", "https")
	}
}

// readSecret returns the content of a file without its line end, decoded if it is hexadecimal.
func readSecret(c *checker, files *recorder, dir, file string, isHex bool, field string) []byte {
	raw := c.readFile(files, dir, file, "images", field)
	text := bytes.TrimSpace(raw)
	if !isHex || raw == nil {
		return text
	}
	secret, err := hex.DecodeString(string(text))
	if err != nil || len(text) == 0 {
		c.report("the file does not contain hexadecimal digits only", "the value of imgproxy", "images", field)
	}
	return secret
}
