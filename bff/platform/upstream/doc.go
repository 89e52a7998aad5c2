// Package upstream sends calls to the platform of a brand: the chain of decorators that protects
// players from a slow or broken platform (NewChain), and the routing of calls to upstreams
// (Routes). The adapters are the packages below it; cmd/croupier joins them.
package upstream
