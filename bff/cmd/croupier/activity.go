package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"strings"
	"time"

	"croupier/bff/activity"
	"croupier/bff/internal/indexkey"
)

// Names of the collections of what staff look up.
const (
	requestsCollection = "requests"
	playersCollection  = "players"
)

// openActivity opens the log of requests and players.
func openActivity(ctx context.Context, s *stores, index *indexkey.Key, log *slog.Logger) (*activity.Log, error) {
	requests, err := s.collection(requestsCollection, activity.DefaultRequests)
	if err != nil {
		return nil, err
	}
	players, err := s.collection(playersCollection, activity.DefaultPlayers)
	if err != nil {
		return nil, err
	}
	return activity.New(ctx, activity.Options{
		Requests: requests, Players: players, IndexKey: index, Instance: instanceName(), Log: log, Clock: time.Now,
	}), nil
}

// instanceName returns a name of this process: that of its host, which is the pod's on Kubernetes, and
// a random part.
func instanceName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "-" + strings.ToLower(rand.Text()[:6])
}
