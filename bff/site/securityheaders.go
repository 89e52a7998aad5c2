package site

import (
	"net/http"
	"strings"

	"croupier/bff"
)

// previewPath is the path of the maintenance page with made-up content.
const previewPath = "/maintenance-demo"

// setSecurityHeaders sets the Content-Security-Policy and the other security headers of a page:
// scripts and styles of this origin only, frames and images of the brand's origins, and no
// embedding in frames but for the preview of the maintenance page, which the console embeds.
func setSecurityHeaders(h http.Header, b *bff.Brand, path, nonce string, dev bool) {
	ancestors := "'none'"
	if path == previewPath {
		ancestors = "'self'"
	}
	script, style, connect := "'self' 'nonce-"+nonce+"'", "'self' 'nonce-"+nonce+"'", "'self'"
	if dev {
		// Vite inlines scripts and styles, opens a socket for hot reload, and waits for its restart in a worker.
		script, style, connect = "'self' 'unsafe-inline' blob:", "'self' 'unsafe-inline'", "'self' ws: wss:"
	}
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'",
		"script-src " + script,
		"style-src " + style,
		"connect-src " + connect,
		"img-src " + strings.Join(append([]string{"'self'", "data:", "blob:"}, b.Origins.Images...), " "),
		"frame-src " + strings.Join(append([]string{"'self'"}, b.Origins.Frames...), " "),
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors " + ancestors,
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
}
