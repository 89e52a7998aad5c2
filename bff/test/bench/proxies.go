package main

import (
	"fmt"
	"os"
	"path/filepath"
)

const nginxFile = `daemon off; master_process off; pid %[1]s/nginx.pid; error_log stderr error;
events { worker_connections 2048; }
http {
  access_log %[1]s/nginx.log;
  sendfile on; tcp_nopush on;
  client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream platform { server %[3]s; keepalive 256; }
  %[4]s
  server {
    listen %[2]s;
    location / { proxy_pass https://platform; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`

const haproxyFile = `global
  nbthread 1
  maxconn 4096
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  http-reuse always
listen all
  bind %s
  server platform %s ssl verify none alpn http/1.1
`

// nginxCache makes nginx cache answers by the body of the request, in files, and say so in X-Cache-Status.
const nginxCache = `proxy_cache_path %[1]s/cache keys_zone=calls:8m; proxy_cache calls; proxy_cache_methods POST; proxy_cache_valid 10m;
  proxy_cache_key "$request_uri|$request_body"; client_body_in_single_buffer on; add_header X-Cache-Status $upstream_cache_status;`

// startNginx, startNginxCache and startHAProxy start servers of the distribution in front of the platform.
func (b *bench) startNginx() (*peer, error) { return b.startNginxWith("") }

func (b *bench) startNginxCache() (*peer, error) {
	return b.startNginxWith(fmt.Sprintf(nginxCache, b.dir))
}

func (b *bench) startNginxWith(settings string) (*peer, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxFile, b.dir, address, b.platform.address, settings), 0o600); err != nil {
		return nil, err
	}
	return startPeer("nginx", address, nil, "nginx", "-c", file)
}

func (b *bench) startHAProxy() (*peer, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "haproxy.cfg")
	if err := os.WriteFile(file, fmt.Appendf(nil, haproxyFile, address, b.platform.address), 0o600); err != nil {
		return nil, err
	}
	return startPeer("haproxy", address, nil, "haproxy", "-db", "-f", file)
}
