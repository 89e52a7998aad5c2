// Command lagoon is a small casino platform whose API has another shape than the contract: tokens that
// expire, form bodies, UUIDs, cursors and cents. configs/mappings/README.md puts it behind Croupier.
package main

import (
	"flag"
	"log/slog"
	"net"
	"net/http"
	"os"
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
