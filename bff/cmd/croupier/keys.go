package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"croupier/bff/config"
	"croupier/bff/player/session"
)

type keysCmd struct {
	New    keysNewCmd    `cmd:"" help:"Create a key ring."`
	List   keysListCmd   `cmd:"" help:"List the keys without their secrets, newest first."`
	Rotate keysRotateCmd `cmd:"" help:"Add a key that encrypts new sessions. Players stay logged in."`
}

// keysFile selects the key file.
type keysFile struct {
	KeysFile string `type:"path" placeholder:"FILE" xor:"place"`
	DataDir  string `type:"path" placeholder:"DIR" xor:"place"`
}

// path returns the key file. Flags override the environment.
func (k keysFile) path(w commandContext) (string, error) {
	file, dir := k.KeysFile, k.DataDir
	if file == "" && dir == "" {
		file, _ = w.env("CROUPIER_KEYS_FILE")
		dir, _ = w.env("CROUPIER_DATA_DIR")
	}
	if file != "" {
		return file, nil
	}
	if dir == "" {
		var err error
		if dir, err = config.DefaultDataDir(w.env); err != nil {
			return "", fmt.Errorf("%w: set --keys-file, or %s", err, config.DataDirHelp)
		}
	}
	return filepath.Join(dir, session.KeyFileName), nil
}

type keysNewCmd struct{ keysFile }

func (c *keysNewCmd) Run(w commandContext) error {
	return c.show(w, func(path string) (*session.KeyRing, error) {
		ring, err := session.CreateKeyRing(path, time.Now())
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%s already exists: to add a key, run croupier keys rotate", path)
		}
		return ring, err
	})
}

type keysListCmd struct{ keysFile }

func (c *keysListCmd) Run(w commandContext) error { return c.show(w, session.LoadKeyRing) }

type keysRotateCmd struct {
	keysFile
	In   time.Duration `default:"0s" placeholder:"DURATION"`
	Keep time.Duration `default:"744h" placeholder:"DURATION"`
}

// Validate checks the durations.
func (c *keysRotateCmd) Validate() error {
	if c.Keep < 0 || c.In < 0 {
		return errors.New("--in and --keep must be durations of 0s or more")
	}
	return nil
}

func (c *keysRotateCmd) Run(w commandContext) error {
	return c.show(w,
		func(path string) (*session.KeyRing, error) { return session.Rotate(path, time.Now(), c.In, c.Keep) })
}

// show prints the keys that open returns for the key file, and its path to the standard error.
func (k keysFile) show(w commandContext, open func(path string) (*session.KeyRing, error)) error {
	path, err := k.path(w)
	if err != nil {
		return err
	}
	ring, err := open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("key ring not found at %s: set --keys-file or --data-dir, or run croupier keys new", path)
	}
	if err != nil {
		return err
	}
	rows := [][]string{{"KID", "ENCRYPTS FROM", "USE"}}
	for _, k := range ring.Keys(time.Now()) {
		use := "decrypts"
		if k.Active {
			use = "encrypts and decrypts"
		}
		rows = append(rows, []string{k.Kid, k.Created.Format(time.RFC3339), use})
	}
	_, _ = fmt.Fprintf(w.errOut, "key ring %s\n", path)
	return printTable(w.out, rows)
}
