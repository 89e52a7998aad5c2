package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// loginFlags name a player of the platform. The password is never an argument, which other users of the
// machine can see.
type loginFlags struct {
	Login        string `help:"Log in as this player, so that calls of players can be made; default: guest calls only." placeholder:"USER"`
	PasswordFile string `help:"File with the player's password, - for standard input; default: $CROUPIER_PLATFORM_PASSWORD, else it is asked for." type:"path" placeholder:"FILE"`
}

// passwordVariable is the environment variable with the player's password.
const passwordVariable = "CROUPIER_PLATFORM_PASSWORD"

var errNoPassword = errors.New("no password: set $" + passwordVariable + ", give --password-file, or use a terminal")

// password returns the player's password from the file, the environment or the terminal.
func (f *loginFlags) password(w commandContext) (string, error) {
	if f.PasswordFile != "" {
		raw, err := readPassword(f.PasswordFile)
		if err != nil {
			return "", fmt.Errorf("--password-file: %w", err)
		}
		return strings.TrimRight(string(raw), "\r\n"), nil
	}
	if v, ok := w.env(passwordVariable); ok {
		return v, nil
	}
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		return "", errNoPassword
	}
	_, _ = fmt.Fprintf(w.errOut, "Password of %s: ", f.Login)
	raw, err := term.ReadPassword(in)
	_, _ = fmt.Fprintln(w.errOut)
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	return string(raw), nil
}

// inputJSON returns the JSON of a flag, or standard input for "-".
func inputJSON(flag string) ([]byte, error) {
	if flag != "-" {
		return []byte(flag), nil
	}
	return io.ReadAll(io.LimitReader(bufio.NewReader(os.Stdin), 1<<20))
}
