package bff

import "strings"

// CompanyAccount starts the names of staff accounts that log in at the identity provider.
const CompanyAccount = "oidc:"

// PersonOf returns the person of a staff account, in lower case. The accounts ayse, oidc:ayse and
// oidc:ayse@casino.example belong to the same person, who cannot approve their own proposal.
func PersonOf(account string) string {
	person, _, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(account), CompanyAccount), "@")
	return person
}
