package redis

import (
	"strings"
	"testing"
)

func TestCheckURL(t *testing.T) {
	for url, want := range map[string]string{
		"redis://:hunter2@redis:6379/0":                      "",
		"rediss://user:hunter2@redis:6379?timeout=250ms":     "",
		"redis://redis:6379/2?pool_size=20&min_idle_conns=2": "",
		"unix:///run/redis.sock?db=1":                        "",
		"redis+cluster://:hunter2@one:7000?addr=two:7000":    "",
		"redis://one:7000?cluster=true":                      "",
		"http://:hunter2@redis":                              "scheme",
		"redis://:hunter2@redis:6379/casino":                 "database",
		"redis://:hunter2@redis:6379?pool=5":                 "unexpected option: pool",
		"redis://:hunter2@redis:6379?read_timeout=soon":      "read_timeout",
		"redis://:hunter2@redis:6379?timeout=0s":             "timeout",
		"redis://:hunter2@redis:6379?cluster=perhaps":        "cluster",
		"redis+cluster://:hunter2@redis:6379/1":              "no databases",
		"unix+cluster:///run/redis.sock":                     "no databases and no unix sockets",
		"redis://:hunter2@red is:6379":                       "invalid URL",
		"redis://:hunter2%zz@redis:6379":                     "invalid URL",
	} {
		err := CheckURL(url)
		switch {
		case (err == nil) != (want == ""):
			t.Errorf("%s: %v", url, err)
		case err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%s: %v, want %q", url, err, want)
		case err != nil && strings.Contains(err.Error(), "hunter2"):
			t.Errorf("the error contains the password: %v", err)
		}
	}
}
