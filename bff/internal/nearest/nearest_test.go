package nearest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/nearest"
)

func TestWord(t *testing.T) {
	fields := []string{"listen", "admin_listen", "data_dir", "keys_file", "log", "drain", "ttl", "url"}
	for _, row := range []struct{ name, given, want string }{
		{"a letter left out", "lsten", "listen"},
		{"a letter too many", "listten", "listen"},
		{"two letters swapped", "lisetn", "listen"},
		{"another letter", "date_dir", "data_dir"},
		{"capitals", "Listen", "listen"},
		{"a hyphen", "keys-file", "keys_file"},
		{"a short word", "lgo", "log"},
		{"another word", "password", ""},
		{"a short other word", "x", ""},
		{"nothing", "", ""},
		{"the word itself", "listen", ""},
	} {
		got, ok := nearest.Word(row.given, fields)
		assert.True(t, got == row.want && ok == (row.want != ""), "%s: %q is %q (%v), want %q", row.name, row.given, got, ok, row.want)
	}
	assert.Equal(t, `; did you mean "listen"?`, nearest.Hint("lsten", fields))
	assert.Equal(t, "", nearest.Hint("password", fields))
}
