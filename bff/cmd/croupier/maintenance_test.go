package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/maintenance"
)

func TestMaintenanceOnAStoppedServer(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		args string
		code int
		says string
	}{
		{"neither a brand nor all", "on", exitUsage, "--brand ID or --all"},
		{"a brand and all", "on --all --brand marmara", exitUsage, "--brand"},
		{"a brand that is not there", "on --brand nowhere", exitFault, "only marmara, pera, zephyr"},
		{"a call that is not there", "on --brand marmara --calls livecasin", exitFault, `"livecasin"`},
		{"an end that is no moment", "on --brand marmara --until tomorrow", exitUsage, "--until"},
		{"an end in the past", "on --brand marmara --until 2020-01-01T00:00:00Z", exitFault, "over before it begins"},
		{"an address that is none", "on --brand marmara --bypass here", exitUsage, "--bypass"},
		{"a schedule without begin", "schedule --brand marmara", exitUsage, "--from"},
		{"a schedule that begins at no moment", "schedule --brand marmara --from soon", exitUsage, "--from"},
		{"a link for all", "link --all", exitUsage, "one brand"},
		{"opening neither a brand nor all", "off", exitUsage, "--brand ID or --all"},
		{"a link for nobody", "link", exitUsage, "--brand ID"},
		{"nothing has come of it", "status", exitFine, "marmara  open"},
		{"part of a brand", "on --brand marmara --calls livecasino,finance/check_balance --message-tr Bakım", exitFine, "livecasino,finance/check_balance"},
		{"it stays", "status --brand marmara", exitFine, "Bakım"},
		{"another time", "schedule --brand zephyr --from 2h --until 30m", exitFine, "zephyr  scheduled"},
		{"a link", "link --brand marmara", exitFine, "http://localhost/?bypass="},
		{"everything opened", "off --all", exitFine, "marmara  open"},
		{"that stays too", "status", exitFine, "zephyr   open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := started(t, append(append([]string{"maintenance"}, strings.Fields(c.args)...), "--data-dir", dir)...)
			if code != c.code || !strings.Contains(out+errOut, c.says) {
				t.Errorf("status %d, want %d; said:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}

func TestACounterWithoutItsServerIsNobodys(t *testing.T) {
	dir := t.TempDir()
	stranger := httptest.NewServer(http.NotFoundHandler())
	defer stranger.Close()
	other := httptest.NewServer(takeOrders(deskPath, "its own", func(context.Context, order) (outcome, error) {
		t.Error("another server's order is carried out")
		return outcome{}, nil
	}, http.NotFoundHandler()))
	defer other.Close()
	const gone = "127.0.0.1:1"
	for _, address := range []string{stranger.Listener.Addr().String(), other.Listener.Addr().String(), gone} {
		c := counter{Address: address, Token: "t"}
		if err := c.announce(dir); err != nil {
			t.Fatal(err)
		}
		found, ok, err := findCounter(dir)
		if err != nil || !ok || found != c {
			t.Fatalf("found %+v, %v, %v", found, ok, err)
		}
		if err := found.order(t.Context(), deskPath, order{Do: doStatus, Brand: maintenance.Everywhere}, new(outcome)); !errors.Is(err, errNobody) {
			t.Errorf("got %v", err)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, counterFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for range 2 { // again changes nothing
		if err := closeCounter(dir); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWhatAPlatformSaysOfItself(t *testing.T) {
	for _, row := range []struct {
		name string
		a    *bff.Answer
		err  error
		want maintenance.ProbeResult
	}{
		{"open", &bff.Answer{Result: true, Code: 200}, nil, maintenance.ProbeOpen},
		{"a plain false", &bff.Answer{Code: 400}, nil, maintenance.ProbeClosed},
		{"a false with a good code", &bff.Answer{Code: 200}, nil, maintenance.ProbeClosed},
		{"in words that are known", nil, bff.ReasonMaintenance.WithRetryAfter(1), maintenance.ProbeClosed},
		{"it does not know the question", &bff.Answer{Code: 404}, nil, maintenance.ProbeUnknown},
		{"it wants a session", &bff.Answer{Code: 403}, nil, maintenance.ProbeUnknown},
		{"no answer", nil, bff.ReasonUpstreamTimeout, maintenance.ProbeUnknown},
	} {
		if got := finding(row.a, row.err); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
}
