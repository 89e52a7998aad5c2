package telemetry

import (
	"regexp"
	"slices"
	"strings"
)

// Redacted stands where a secret was.
const Redacted = "[redacted]"

// secrets is the one list of names whose values are never told: what players know, what
// the platform and we ourselves recognise them by, and what money moves by. A name counts
// in any spelling (newPassword, new_password, New-Password).
var secrets = []string{
	"password", "newpassword", "newpasswordconfirm", "passwordconfirm",
	"gasecret", "secret", "gacode", "code", "otp", "otpauth",
	"token", "accesstoken", "refreshtoken", "jwt",
	"uid", "sid",
	"cookie", "setcookie", "authorization", "proxyauthorization", "idempotencykey",
	"iban", "accountnumber", "nationalid", "sendernationalid", "receivernationalid",
	"apikey", "privatekey",
}

// IsSecret tells whether the value of name must not be told.
func IsSecret(name string) bool { return slices.Contains(secrets, plain(name)) }

// plain gives a name's letters in lower case, without what spellings differ by.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', ' ':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// assignment finds `name=value` and `"name":"value"` inside a text, as in addresses and
// quoted JSON; header finds the headers whose values are secret to their end.
var (
	assignment = regexp.MustCompile(`([A-Za-z][A-Za-z0-9_-]*)(\\?"?\s*[=:]\s*)(\\?"(?:[^"\\]|\\[^"])*\\?"|[^\s&;,"}\]]+)`)
	header     = regexp.MustCompile(`(?i)\b((?:set-)?cookie|(?:proxy-)?authorization)(\\?"?\s*[=:]\s*)[^\r\n]+`)
)

// scrub takes secrets out of a text that may quote them.
func scrub(text string) string {
	if !strings.ContainsAny(text, "=:") {
		return text
	}
	text = header.ReplaceAllString(text, "$1$2"+Redacted)
	return assignment.ReplaceAllStringFunc(text, func(found string) string {
		part := assignment.FindStringSubmatch(found)
		name, value := part[1], part[3]
		if !IsSecret(name) || isStatus(name, value) {
			return found
		}
		return name + part[2] + Redacted
	})
}

// isStatus tells a status code, as errors name it, from a confirmation code: those have
// more digits.
func isStatus(name, value string) bool { return plain(name) == "code" && len(value) <= 3 }
