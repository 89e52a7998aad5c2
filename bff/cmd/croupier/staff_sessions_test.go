package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/telemetry"
)

func TestStaffRevokesSessionByID(t *testing.T) {
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	env := func(name string) (string, bool) { return dir, name == "CROUPIER_DATA_DIR" }
	log := slog.New(slog.DiscardHandler)
	live, err := config.OpenLive(source("", env, calls), log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	p, err := join(t.Context(), calls, live, log, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.close(); err != nil {
			t.Error(err)
		}
	})
	console, err := openStaff(t.Context(), p, telemetry.NewMetrics(), live, calls, log)
	if err != nil {
		t.Fatal(err)
	}
	brand, _ := live.ByID("marmara")
	begin := func() (*bff.Session, string) {
		t.Helper()
		session, err := p.sessions.Begin(t.Context(), brand, bff.NewSession{Identity: bff.Identity{UID: "7", Username: "demo"}})
		if err != nil {
			t.Fatal(err)
		}
		token, err := p.sessions.Token(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		return session, token
	}
	open := func(token string) error {
		_, err := p.sessions.Open(t.Context(), brand, token)
		return err
	}
	revoked, revokedToken := begin()
	_, otherToken := begin()

	var cookies []*http.Cookie
	do := func(path, body string) {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, "http://localhost/staff/v1"+path, strings.NewReader(body))
		for _, c := range cookies {
			r.AddCookie(c)
		}
		ctx := bff.WithScope(context.Background(), &bff.Scope{Brand: brand, Lang: "tr", Visitor: netip.MustParseAddr("192.0.2.1")})
		w := httptest.NewRecorder()
		console.ServeHTTP(w, r.WithContext(ctx))
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		cookies = append(cookies, w.Result().Cookies()...)
	}
	do("/login", `{"username":"destek","password":"Destek123!"}`)
	do("/sessions/revoke", `{"session":"`+revoked.ID+`"}`)
	if err := open(revokedToken); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("revoked session: %v", err)
	}
	if err := open(otherToken); err != nil {
		t.Errorf("other session of the player: %v", err)
	}
}
