package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestVersionIsTheTopOneOfTheChanges(t *testing.T) {
	read := func(file string) string {
		t.Helper()
		raw, err := os.ReadFile("../../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	headings := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(read("CHANGELOG.md"), -1)
	number := regexp.MustCompile(`^\d+\.\d+\.\d+( \(\d{4}-\d\d-\d\d\))?$`)
	for _, h := range headings {
		if !number.MatchString(h[1]) {
			t.Errorf("heading %q of CHANGELOG.md: want a version, and its date once it is released", h[1])
		}
	}
	if len(headings) == 0 || strings.Fields(headings[0][1])[0] != release {
		t.Errorf("CHANGELOG.md begins with %v, the binary is %s", headings, release)
	}
	var site struct{ Version string }
	if err := json.Unmarshal([]byte(read("web/package.json")), &site); err != nil || site.Version != release {
		t.Errorf("web/package.json has %q, the binary is %s", site.Version, release)
	}
	if !strings.Contains(read("configs/deploy/kubernetes/Dockerfile"), "ARG CROUPIER=croupier:"+release+"\n") {
		t.Errorf("the Kubernetes image is not built on croupier:%s", release)
	}
	for _, file := range []string{"Makefile", "Dockerfile"} {
		if !strings.Contains(read(file), "-X main.build=") {
			t.Errorf("%s does not set main.build", file)
		}
	}
}

func TestVersionNamesTheCommit(t *testing.T) {
	for _, c := range [][2]string{{"unknown", "1.2.3"}, {"v1.2.3", "1.2.3"}, {"v1.2.3-4-gabcdef0", "1.2.3+v1.2.3-4-gabcdef0"}, {"abcdef0", "1.2.3+abcdef0"}} {
		if got := withCommit("1.2.3", c[0]); got != c[1] {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
	}
	if _, out, _ := runCommand(t, "version"); out != "croupier "+release+"\n" {
		t.Errorf("croupier version prints %q", out)
	}
}
