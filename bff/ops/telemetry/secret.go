package telemetry

import (
	"regexp"
	"slices"
	"strings"
)

// Redacted replaces a secret value.
const Redacted = "[redacted]"

// secrets is the one list of names whose values are never logged, counted or traced. Names match
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

// IsSecret reports whether name is on the list of secrets.
func IsSecret(name string) bool { return slices.Contains(secrets, normalize(name)) }

// normalize returns name in lower case without separators.
func normalize(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', ' ':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// assignment matches `name=value` and `"name":"value"` within a text, as in URLs and quoted
// JSON; header matches headers whose whole value is secret.
var (
	assignment = regexp.MustCompile(`([A-Za-z][A-Za-z0-9_-]*)(\\?"?\s*[=:]\s*)(\\?"(?:[^"\\]|\\[^"])*\\?"|[^\s&;,"}\]]+)`)
	header     = regexp.MustCompile(`(?i)\b((?:set-)?cookie|(?:proxy-)?authorization)(\\?"?\s*[=:]\s*)[^\r\n]+`)
)

// scrub removes secrets from a text that may quote them.
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

// isStatus distinguishes a status code from a confirmation code, which has more digits.
func isStatus(name, value string) bool { return normalize(name) == "code" && len(value) <= 3 }
