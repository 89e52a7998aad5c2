package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/configs"
)

// fuzzFiles returns the files of the demo with another server file or another file of one brand.
func fuzzFiles(f *testing.F, replaced string) func(text string) fs.FS {
	f.Helper()
	base := fstest.MapFS{}
	err := fs.WalkDir(configs.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(p, "brands/") && !strings.HasPrefix(p, "brands/marmara/") {
			return err
		}
		raw, err := fs.ReadFile(configs.FS, p)
		base[p] = &fstest.MapFile{Data: raw}
		return err
	})
	require.NoError(f, err)
	f.Add(string(base[replaced].Data))
	return func(text string) fs.FS {
		files := fstest.MapFS{}
		for name, file := range base {
			files[name] = file
		}
		files[replaced] = &fstest.MapFile{Data: []byte(text)}
		return files
	}
}

// checkLoaded loads files and checks that an invalid configuration has faults that name a file, and
// that a valid one can be used: each host belongs to its brand, and it loads again as the same.
func checkLoaded(t *testing.T, files fs.FS, calls config.Calls) {
	t.Helper()
	load := func() (*config.Config, error) {
		return config.Source{Files: files, Name: "croupier.yaml", Env: noEnv, Calls: calls}.Load()
	}
	c, err := load()
	again, errAgain := load()
	require.Equal(t, fmt.Sprint(errAgain), fmt.Sprint(err), "loaded twice:\n%v\n%v", err, errAgain)
	if err != nil {
		var faults config.Faults
		require.True(t, errors.As(err, &faults) && len(faults) != 0, "%T: %v", err, err)
		for _, fault := range faults {
			assert.True(t, fault.File != "" && fault.Problem != "" && fault.Line >= 0 && utf8.ValidString(fault.Problem),
				"%+v", fault)
		}
		return
	}
	require.True(t, len(c.Brands) != 0 && reflect.DeepEqual(c.Server, again.Server),
		"loaded twice:\n%+v\n%+v", c.Server, again.Server)
	for _, b := range c.Brands {
		for _, host := range b.Hosts {
			owner, ok := c.Brand(host)
			assert.True(t, ok && owner == b, "host %q of %s belongs to %v", host, b.ID, owner)
		}
		assert.True(t, len(b.Hosts) != 0 && len(b.Languages) != 0 && path.Base(b.ID) == b.ID,
			"brand without hosts or languages, or with a path as id: %+v", b)
		for rule, a := range b.Limits {
			assert.True(t, a.Count >= 0 && a.Window >= 0 && a.Burst >= 0 && (a.Count <= 0 || a.Window != 0 || rule == bff.LimitEvents),
				"limit %s: %+v", rule, a)
		}
	}
}

func FuzzServerFile(f *testing.F) {
	testkit.AddCorpus(f)
	calls, err := contract.Load()
	require.NoError(f, err)
	files := fuzzFiles(f, "croupier.yaml")
	for _, text := range []string{
		"", "- a", "profile: demo\nprofile: demo", "profile: !!binary demo", "a: &a [*a, *a]", "listen: 1e999", "upstreams: {x: {adapter: envelope, url: 'http://%zz'}}",
		"? [a]\n: b", "profile: demo\n---\nprofile: production", "\xff", "log: {level: \"\\ud800\"}", "brands: ../..", "data_dir: |\n  x\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoaded(t, files(text), calls) })
}

func FuzzBrandFile(f *testing.F) {
	testkit.AddCorpus(f)
	calls, err := contract.Load()
	require.NoError(f, err)
	files := fuzzFiles(f, "brands/marmara/brand.yaml")
	for _, text := range []string{
		"", "id: marmara\nhosts: [localhost]\n", "id: marmara\nhosts: [LOCALHOST, '[::1]', 'a..b']", "limits: {session: {count: 9223372036854775808}}",
		"cache: {casino/games_list: {ttl: 1e9s}}", "theme: &t {modes: *t}", "languages: []", "time_zone: ../../etc/passwd", "exempt: [0.0.0.0/0, ::/129]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoaded(t, files(text), calls) })
}
