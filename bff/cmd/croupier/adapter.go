package main

import (
	"errors"
	"fmt"

	"croupier/bff"
	"croupier/bff/mock"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
	inprocess "croupier/bff/upstream/mock"
)

// chains makes the chain of an upstream; Routes asks once for each set of rules.
func chains(casino *mock.Casino, settings upstream.Settings) upstream.Build {
	return func(rules bff.UpstreamRules) (bff.Upstream, error) {
		adapter, err := adapterFor(rules, casino)
		if err != nil {
			return nil, fmt.Errorf("adapter %s: %w", rules.Adapter, err)
		}
		return upstream.Chain(adapter, settings), nil
	}
}

// adapterFor gives the adapter that a brand's rules name. The mock is reached through the
// same adapter as a platform elsewhere, over a transport that leads into this process.
func adapterFor(rules bff.UpstreamRules, casino *mock.Casino) (bff.Upstream, error) {
	switch rules.Adapter {
	case "envelope":
		return envelope.New(envelope.Settings{URL: rules.URL})
	case "mock":
		if casino == nil {
			return nil, errors.New("there is no mock in this process")
		}
		return envelope.New(envelope.Settings{URL: inprocess.URL, Transport: &inprocess.Transport{Handler: casino.Handler()}})
	}
	return nil, errors.New("no such adapter")
}
