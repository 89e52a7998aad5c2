package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"croupier/bff/config"
	"croupier/bff/internal/auditid"
)

func TestStaffOnTheCommandLine(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("Uzun bir parola\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, args string
		code       int
		says       string
	}{
		{"nobody yet", "list", exitFine, "NAME"},
		{"a first one", "add ayse --role admin --totp", exitFine, "otpauth://totp/Croupier:ayse"},
		{"with a password of its own", "add veli --role viewer --password-file " + file, exitFine, ""},
		{"no role", "add fatma", exitUsage, "--role"},
		{"a role that is none", "add fatma --role king", exitFault, "viewer, support or admin"},
		{"a name twice", "add ayse --role viewer", exitFault, "already"},
		{"a password that is not there", "add fatma --role viewer --password-file " + file + ".no", exitFault, "--password-file"},
		{"disable", "disable veli", exitFine, ""},
		{"disable nobody", "disable nobody", exitFault, "no such account"},
		{"the first one", "list", exitFine, "ayse  admin   yes            active"},
		{"the other one", "list", exitFine, "veli  viewer  no             disabled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := started(t, append(append([]string{"staff"}, strings.Fields(c.args)...), "--data-dir", dir)...)
			if code != c.code || !strings.Contains(out+errOut, c.says) {
				t.Errorf("status %d, want %d; said:\n%s%s", code, c.code, out, errOut)
			}
			if strings.Contains(out, "argon2") {
				t.Error("a hash is shown")
			}
		})
	}
}

// Lines of an earlier version lie in records, which were read whole for every page.
func TestTheTrailOfAnEarlierVersionIsCarriedOver(t *testing.T) {
	dir := t.TempDir()
	conf := &config.Config{Server: config.Server{DataDir: dir}}
	open := func() (*stores, *staffRoom) {
		t.Helper()
		s, err := openShelf(t.Context(), conf)
		if err != nil {
			t.Fatal(err)
		}
		room, err := openStaffRoom(t.Context(), s, false, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return s, room
	}
	s, _ := open()
	earlier, err := s.records(staffEarlier)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		id := auditid.New(time.Now().Add(time.Duration(i) * time.Second))
		if err := earlier.Put(t.Context(), id, []byte(strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing left to do
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
		var room *staffRoom
		s, room = open()
		page, err := room.trail.Actions.Page(t.Context(), "", 1000)
		if err != nil || len(page) != 100 || string(page[0]) != "99" || string(page[99]) != "0" {
			t.Errorf("%d lines, %v", len(page), err)
		}
	}
	earlier, err = s.records(staffEarlier)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := earlier.All(t.Context()); err != nil || len(left) != 0 {
		t.Errorf("%d records left, %v", len(left), err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
}
