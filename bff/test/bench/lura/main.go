// Command lura is an API gateway of Lura that forwards one call. The command bench compares it with
// the server. It is a module of its own, so the product does not depend on Lura.
package main

import (
	"flag"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/luraproject/lura/v2/config"
	"github.com/luraproject/lura/v2/logging"
	"github.com/luraproject/lura/v2/proxy"
	"github.com/luraproject/lura/v2/router/mux"
)

const endpoint = "/endpoint/v1"

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address to listen at")
	upstream := flag.String("upstream", "", "address of the platform with its scheme")
	authority := flag.String("ca", "", "file with the platform's certificate, in PEM")
	flag.Parse()
	if err := run(*listen, *upstream, *authority); err != nil {
		log.Fatalln("lura:", err)
	}
}

func run(listen, upstream, authority string) error {
	host, text, err := net.SplitHostPort(listen)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	service := config.ServiceConfig{
		Version: config.ConfigVersion, Address: host, Port: port, Timeout: time.Minute,
		MaxIdleConnsPerHost: 1024,
		ClientTLS:           &config.ClientTLS{CaCerts: []string{authority}},
		Endpoints: []*config.EndpointConfig{{
			Endpoint: endpoint, Method: http.MethodPost, OutputEncoding: "no-op", HeadersToPass: []string{"*"},
			Backend: []*config.Backend{{Host: []string{upstream}, URLPattern: endpoint, Method: http.MethodPost}},
		}},
	}
	if err := service.Init(); err != nil {
		return err
	}
	mux.DefaultFactory(proxy.DefaultFactory(logging.NoOp), logging.NoOp).New().Run(service)
	return nil
}
