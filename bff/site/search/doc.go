// Package search answers search/suggest: it indexes the games, live tables and providers of a brand by
// their names and finds them by a few letters, with typing errors.
//
// Index is one immutable index. Service keeps an index per brand and language, reads the brand's lists
// through the response cache, and renews indexes while they are in use.
package search
