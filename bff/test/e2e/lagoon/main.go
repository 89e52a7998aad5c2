// Command lagoon is a small casino platform with an API that differs from the contract. It uses
// expiring tokens, forms, UUIDs, cursors and cents. See configs/mappings/README.md.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	address := flag.String("listen", "127.0.0.1:9400", "address to listen at")
	flag.Parse()
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	listener, err := net.Listen("tcp", *address)
	if err == nil {
		log.Info("listening", "address", listener.Addr().String())
		server := &http.Server{Handler: newPlatform().handler(), ReadHeaderTimeout: 5 * time.Second}
		err = server.Serve(listener)
	}
	log.Error("serve", "error", err)
	os.Exit(1)
}

// tokenUses is the number of requests with one access token. It is small, and a session is renewed
// after a few clicks.
const tokenUses = 3

// platform is the state of the casino, which has one player.
type platform struct {
	mu        sync.Mutex
	issued    int // number of the newest tokens
	uses      int // remaining requests of the newest access token
	refresh   string
	balance   int            // cents
	transfers map[string]int // paid deposits in cents, by reference
	daily     int            // daily deposit limit in cents, 0 for none
	titles    []title
}

type title struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Studio studio `json:"studio"`
	Cover  string `json:"cover"`
}

type studio struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

const (
	playerID = "0d2c1b6e-7f43-4c3a-9a51-3f8e6f0b7a10"
	walletID = "b7e6a5d4-11aa-4c0f-8d55-52f1c2f3a901"
)

func newPlatform() *platform {
	p := &platform{balance: 12550, daily: 25000, transfers: map[string]int{}}
	studios := []studio{
		{"3b1f8a52-0000-4000-8000-00000000a001", "Coral"},
		{"3b1f8a52-0000-4000-8000-00000000a002", "Reef"},
	}
	for i := range 23 {
		p.titles = append(p.titles, title{
			ID: fmt.Sprintf("7c9e6679-7425-40de-944b-%012d", i+1), Name: fmt.Sprintf("Tide %d", i+1),
			Studio: studios[i%len(studios)], Cover: fmt.Sprintf("https://pictures.lagoon.example/%d.png", i+1),
		})
	}
	return p
}

func (p *platform) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /oauth/token", p.token)
	mux.HandleFunc("GET /titles", p.list)
	for pattern, serve := range map[string]http.HandlerFunc{
		"POST /oauth/revoke": p.revoke, "GET /me": p.profile, "GET /me/wallet": p.wallet, "GET /me/limits": p.limits,
		"PUT /me/limits": p.setLimits, "POST /titles/{id}/launch": p.launch, "POST /wallets/{id}/deposits": p.deposit,
	} {
		mux.HandleFunc(pattern, p.authorized(serve))
	}
	return mux
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client has left
}

func fail(w http.ResponseWriter, status int, code string) {
	reply(w, status, map[string]any{"error": code})
}

// token serves a login and a renewal. A refresh token is valid only one time.
func (p *platform) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch r.PostFormValue("grant_type") {
	case "password":
		if r.PostFormValue("username") != "ada" || r.PostFormValue("password") != "lagoon-1" {
			fail(w, http.StatusUnauthorized, "invalid_credentials")
			return
		}
	case "refresh_token":
		if p.refresh == "" || r.PostFormValue("refresh_token") != p.refresh {
			fail(w, http.StatusBadRequest, "invalid_grant")
			return
		}
	default:
		fail(w, http.StatusBadRequest, "unsupported_grant_type")
		return
	}
	p.issued++
	p.uses, p.refresh = tokenUses, fmt.Sprintf("refresh-%d", p.issued)
	reply(w, http.StatusOK,
		map[string]any{
			"access_token": fmt.Sprintf("access-%d", p.issued), "refresh_token": p.refresh, "account_id": playerID,
		})
}

// authorized admits the newest access token while it has uses left.
func (p *platform) authorized(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		number, err := strconv.Atoi(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer access-"))
		switch {
		case err != nil || number > p.issued || p.refresh == "":
			fail(w, http.StatusUnauthorized, "invalid_token")
		case number < p.issued || p.uses == 0:
			fail(w, http.StatusUnauthorized, "token_expired")
		default:
			p.uses--
			next(w, r)
		}
	}
}

func (p *platform) revoke(w http.ResponseWriter, _ *http.Request) {
	p.refresh, p.uses = "", 0
	reply(w, http.StatusOK, map[string]any{})
}

func (p *platform) profile(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK,
		map[string]any{
			"id": playerID, "login": "ada", "mail": "ada@lagoon.example", "given_name": "Ada", "family_name": "Reef",
		})
}

func (p *platform) wallet(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{"id": walletID, "cents": p.balance, "currency": "TRY"})
}

func (p *platform) limits(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{"daily_deposit": p.daily})
}

func (p *platform) setLimits(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		Daily *int `json:"daily_deposit"`
	}
	if json.NewDecoder(r.Body).Decode(&wanted) != nil || wanted.Daily == nil || *wanted.Daily < 0 {
		fail(w, http.StatusUnprocessableEntity, "invalid_limit")
		return
	}
	p.daily = *wanted.Daily
	p.limits(w, r)
}

// list returns one page of titles. The cursor is opaque.
func (p *platform) list(w http.ResponseWriter, r *http.Request) {
	found := p.titles
	if id := r.URL.Query().Get("studio"); id != "" {
		found = nil
		for _, t := range p.titles {
			if t.Studio.ID == id {
				found = append(found, t)
			}
		}
	}
	from, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Query().Get("after"), "c"))
	size, err := strconv.Atoi(r.URL.Query().Get("count"))
	if err != nil || size < 1 || size > 10 {
		size = 10
	}
	from = min(max(from, 0), len(found))
	to := min(from+size, len(found))
	var next any
	if to < len(found) {
		next = fmt.Sprintf("c%d", to)
	}
	reply(w, http.StatusOK, map[string]any{"entries": found[from:to], "next": next})
}

func (p *platform) launch(w http.ResponseWriter, r *http.Request) {
	for _, t := range p.titles {
		if t.ID == r.PathValue("id") {
			reply(w, http.StatusOK, map[string]any{"frame": "https://games.lagoon.example/" + t.ID})
			return
		}
	}
	fail(w, http.StatusNotFound, "no_such_title")
}

// deposit pays only one time for each reference.
func (p *platform) deposit(w http.ResponseWriter, r *http.Request) {
	cents, err := strconv.Atoi(r.PostFormValue("cents"))
	reference := r.PostFormValue("reference")
	if r.PathValue("id") != walletID || err != nil || cents <= 0 || reference == "" {
		fail(w, http.StatusUnprocessableEntity, "invalid_deposit")
		return
	}
	if _, paid := p.transfers[reference]; !paid {
		p.transfers[reference] = cents
		p.balance += cents
	}
	reply(w, http.StatusCreated, map[string]any{"id": "dep-" + strconv.Itoa(len(p.transfers))})
}
