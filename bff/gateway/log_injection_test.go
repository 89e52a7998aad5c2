package gateway_test

import (
	"testing"
)

// Whatever a visitor sends, a request has one log line, which is JSON.
func TestLogLinesCannotBeForged(t *testing.T) {
	const forged = "x\n{\"level\":\"ERROR\",\"msg\":\"forged\"}\r\n"
	r := newFixture(t)
	r.call(api("user/login", `{"username":"x\n{\"msg\":\"forged\"}","password":"p"}`), header("User-Agent", forged), header("X-Request-Id", forged))
	r.call(`{"api":{"class":"x\n{\"msg\":\"forged\"}","method":"y"}}`)
	r.get("/x%0a%7b%22msg%22:%22forged%22%7d")
	r.get("/", host("evil\n{}.example"))
	for i, line := range lines(t, &r.log) { // fails for a line that is not JSON
		if line["msg"] == "forged" || line["msg"] != "request" {
			t.Errorf("line %d: %v", i+1, line)
		}
	}
}
