package bff

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // thumbor's signature
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
)

// Images describes the image service of a brand, which delivers pictures in several widths.
type Images struct {
	Template  string `yaml:"template"` // URL of a picture, with placeholders
	Widths    []int  `yaml:"widths"`   // ascending, in pixels
	Signature string `yaml:"signature"`
	KeyFile   string `yaml:"key_file"`
	SaltFile  string `yaml:"salt_file"`

	Key  []byte `yaml:"-"` // content of KeyFile, decoded
	Salt []byte `yaml:"-"` // content of SaltFile, decoded
	Site string `yaml:"-"` // origin of pictures without an origin
}

// The values of Images.Signature.
const (
	SignatureImgproxy = "imgproxy" // HMAC-SHA256
	SignatureThumbor  = "thumbor"  // HMAC-SHA1
)

// The placeholders of Images.Template.
const (
	PlaceholderWidth     = "{width}"
	PlaceholderSource    = "{source}"    // address of the picture, percent-encoded
	PlaceholderSource64  = "{source64}"  // address of the picture, URL-safe base64 without padding
	PlaceholderSignature = "{signature}" // of the path that follows it
)

// Origin returns the origin of the image service, or "'self'" for a path of the site.
func (i *Images) Origin() string {
	if strings.HasPrefix(i.Template, "/") {
		return "'self'"
	}
	scheme, rest, _ := strings.Cut(i.Template, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// URL returns the address of a picture in one width.
func (i *Images) URL(source string, width int) string {
	if strings.HasPrefix(source, "/") {
		source = i.Site + source
	}
	address := strings.NewReplacer(
		PlaceholderWidth, strconv.Itoa(width),
		PlaceholderSource, strings.ReplaceAll(url.QueryEscape(source), "+", "%20"),
		PlaceholderSource64, base64.RawURLEncoding.EncodeToString([]byte(source)),
	).Replace(i.Template)
	before, path, signed := strings.Cut(address, PlaceholderSignature)
	if !signed {
		return address
	}
	return before + i.sign(path) + path
}

// sign returns the signature of a path. imgproxy includes the first slash, thumbor does not.
func (i *Images) sign(path string) string {
	if i.Signature == SignatureThumbor {
		mac := hmac.New(sha1.New, i.Key)
		_, _ = mac.Write([]byte(strings.TrimPrefix(path, "/")))
		return base64.URLEncoding.EncodeToString(mac.Sum(nil))
	}
	mac := hmac.New(sha256.New, i.Key)
	_, _ = mac.Write(i.Salt)
	_, _ = mac.Write([]byte(path))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Resizes reports whether the image service can make a picture smaller. Vector graphics have no
// width, and a nil Images resizes nothing.
func (i *Images) Resizes(source string) bool {
	path, _, _ := strings.Cut(source, "#")
	path, _, _ = strings.Cut(path, "?")
	return i != nil && path != "" && !strings.HasSuffix(strings.ToLower(path), ".svg") &&
		!strings.HasPrefix(path, "data:")
}

// Srcset returns the candidates of a picture up to a width in the form of HTML. A limit of 0 allows
// all. The first candidate is always there.
func (i *Images) Srcset(source string, limit int) string {
	var out []string
	for n, width := range i.Widths {
		if n == 0 || limit == 0 || width <= limit {
			out = append(out, i.URL(source, width)+" "+strconv.Itoa(width)+"w")
		}
	}
	return strings.Join(out, ", ")
}
