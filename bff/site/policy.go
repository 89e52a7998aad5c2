package site

import (
	"net/http"
	"strings"

	"croupier/bff"
)

// protect sets the headers that keep a page what it is: only this origin's scripts and
// styles, only the brand's frames and pictures, shown in nobody's frame.
func protect(h http.Header, b *bff.Brand, nonce string, dev bool) {
	script, style, connect := "'self' 'nonce-"+nonce+"'", "'self' 'nonce-"+nonce+"'", "'self'"
	if dev {
		// Vite's client writes scripts and styles into the page and holds a socket for hot reload.
		script, style, connect = "'self' 'unsafe-inline'", "'self' 'unsafe-inline'", "'self' ws: wss:"
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
		"frame-ancestors 'none'",
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	if b.Sessions.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}
