// Package soak lets two instances of the croupier binary on one Redis, and one with an embedded store, carry out
// money operations, each sent ten times, while the platform fails at random, instances are killed, and Redis is
// paused, killed and emptied. One brand reaches the platform by way of a REST service whose tokens expire quickly.
// The scriptable platform knows what was really executed; at the end the answers that the players received are
// compared with that.
//
// `make soak` runs it for ten minutes; SOAKTIME sets another duration and SOAKSEED repeats the
// random choices of a run. The end-to-end tests include a short run with a fixed seed.
package soak
