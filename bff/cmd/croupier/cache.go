package main

import (
	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
)

// cacheCmd purges and explains the response cache of the running server.
type cacheCmd struct {
	Purge   cachePurgeCmd   `cmd:"" help:"Drop cached responses of a brand on every instance."`
	Explain cacheExplainCmd `cmd:"" help:"Describe the cached response to a guest call, or why the call is never cached."`
}

type cacheFlags struct {
	serverFlags
	Brand string `help:"Id of the brand." required:"" placeholder:"ID"`
}

type cachePurgeCmd struct {
	cacheFlags
	Call string `help:"Only this call as class/method, or all calls of a class." placeholder:"CALL"`
}

func (c *cachePurgeCmd) Run(w commandContext, conf *config.Config) error {
	return printCache(w, conf, app.CacheRequest{By: operator(w.env), Purge: true, Brand: c.Brand, Call: c.Call})
}

type cacheExplainCmd struct {
	cacheFlags
	Call string `arg:"" help:"The call as class/method."`
	Data string `arg:"" help:"Data of the call as a JSON object."`
}

func (c *cacheExplainCmd) Run(w commandContext, conf *config.Config) error {
	return printCache(w, conf, app.CacheRequest{Brand: c.Brand, Call: c.Call, Data: c.Data})
}

func printCache(w commandContext, conf *config.Config, q app.CacheRequest) error {
	rows, err := app.DoCache(w.ctx, conf, q)
	if err != nil {
		return err
	}
	return printTable(w.out, rows)
}
