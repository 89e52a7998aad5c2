module croupier/bff/test/bench/lura

go 1.26.0

require github.com/luraproject/lura/v2 v2.13.0

require (
	github.com/krakend/flatmap v1.2.0 // indirect
	github.com/valyala/fastrand v1.1.0 // indirect
	golang.org/x/net v0.41.0 // indirect
	golang.org/x/text v0.26.0 // indirect
)
