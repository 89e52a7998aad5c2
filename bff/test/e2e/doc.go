// Package e2e tests the croupier binary over HTTP: JSON specs of requests and expected
// responses, upstream faults, and several processes together. Apart from its tests, it
// imports no package of the server.
//
// A spec is a file below specs/. Its steps share cookies, variables and a mock world.
// Adding a spec needs no Go code.
package e2e
