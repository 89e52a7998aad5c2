// Package upstream sends calls to the platform behind a brand: the decorators that keep a
// slow or broken platform from harming the players, in one visible order (Chain), and the
// choice of the adapter that a brand's calls go to (Routes). The adapters themselves are
// the packages below this one; cmd/croupier joins them.
package upstream
