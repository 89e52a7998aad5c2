package bff

import "strings"

// CompanyAccount starts the names of staff accounts that log in at the identity provider.
const CompanyAccount = "oidc:"

// MayBeSamePerson reports whether two staff accounts may belong to one person, who cannot approve
// their own proposal. Nothing proves whose local account belongs to whose company account.
func MayBeSamePerson(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a == b || strings.HasPrefix(a, CompanyAccount) != strings.HasPrefix(b, CompanyAccount)
}
