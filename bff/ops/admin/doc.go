// Package admin is the protocol between the command line and a running server: JSON requests
// over the admin listener, from this machine only, authorized by a token that the server
// writes into its data folder. What a request does belongs to the packages that serve it.
package admin
