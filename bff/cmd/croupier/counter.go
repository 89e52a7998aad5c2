package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"croupier/bff/config"
	"croupier/bff/contract"
)

// counterFile is where, in the data folder, a running server says how orders reach it.
const counterFile = "admin.json"

// orderTimeout bounds one order to a running server.
const orderTimeout = 10 * time.Second

// counter is how the command line reaches a running server.
type counter struct {
	Address string `json:"address"`
	Token   string `json:"token"`
}

// announce writes the counter into the data folder, for this user's eyes only. Rename
// makes it whole or not there.
func (c counter) announce(dataDir string) error {
	raw, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("admin file: %w", err)
	}
	f, err := os.CreateTemp(dataDir, counterFile+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("admin file: %w", err)
	}
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dataDir, counterFile))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("admin file: %w", err), os.Remove(f.Name()))
	}
	return nil
}

// closeCounter takes the counter away again.
func closeCounter(dataDir string) error {
	err := os.Remove(filepath.Join(dataDir, counterFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// findCounter reads the counter of a data folder; ok is false where none was left.
func findCounter(dataDir string) (c counter, ok bool, err error) {
	raw, err := os.ReadFile(filepath.Join(dataDir, counterFile)) //nolint:gosec // the operator's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return counter{}, false, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil {
		return counter{}, false, fmt.Errorf("admin file: %w", err)
	}
	return c, true, nil
}

// errNobody is a counter at which nobody stands: the server was killed.
var errNobody = errors.New("no server answers")

// order has the running server carry o out at a path, and reads what came of it into out. It
// fails with errNobody where there is none.
func (c counter) order(ctx context.Context, path string, o, out any) error {
	ctx, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+c.Address+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	answer, err := (&http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}).Do(r)
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return errNobody
	}
	if err != nil {
		return fmt.Errorf("the running server: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end
	raw, err = io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return fmt.Errorf("the running server: %w", err)
	}
	switch answer.StatusCode {
	case http.StatusOK:
		return json.Unmarshal(raw, out)
	case http.StatusForbidden:
		return errNobody // another croupier, which does not know the token
	}
	var f fault
	if json.Unmarshal(raw, &f) != nil || f.Error == "" {
		return errNobody // another program has taken the address since
	}
	return errors.New(f.Error)
}

// home says which server a command is for, and where that keeps what it knows.
type home struct {
	configFlag
	DataDir string `help:"What outlives the process; over the file's." type:"path" placeholder:"DIR"`
}

// haveDone has the running server of a home carry an order out at a path, or does it here
// where none runs.
func haveDone[O, R any](w world, h home, path string, o O, here func(context.Context, *config.Config, *contract.Catalogue, O) (R, error)) (out R, err error) {
	calls, err := contract.Load()
	if err != nil {
		return out, err
	}
	flags := serveCmd{DataDir: h.DataDir}
	conf, err := source(h.Config, flags.env(w.env), calls).Load()
	if err != nil {
		return out, err
	}
	at, ok, err := findCounter(conf.Server.DataDir)
	if err != nil {
		return out, err
	}
	if ok {
		if err := at.order(w.ctx, path, o, &out); !errors.Is(err, errNobody) {
			return out, err
		}
	}
	return here(w.ctx, conf, calls, o)
}

// operator names who gives orders at this command line.
func operator(env config.Environment) string {
	if user, ok := env("USER"); ok && user != "" {
		return "command line (" + user + ")"
	}
	return "command line"
}

// reachable gives the address by which this machine reaches a listener.
func reachable(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok || !t.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(t.Port))
}
