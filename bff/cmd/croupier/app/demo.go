package app

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/staff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// demoAllowed reports whether demo accounts may exist: only in a demo that sends all calls to the
// mock.
func demoAllowed(conf *config.Config) bool {
	for _, b := range conf.Brands {
		all := slices.AppendSeq([]bff.UpstreamRules{b.Upstream}, maps.Values(b.Routing))
		if slices.ContainsFunc(all, func(r bff.UpstreamRules) bool { return r.Adapter != MockAdapter }) {
			return false
		}
	}
	return conf.Server.Profile == demoProfile
}

// guardDemoAccounts creates the demo accounts in an empty store of a demo. Elsewhere it fails if
// demo accounts exist. It also rejects a reload that would use them with a platform.
func guardDemoAccounts(ctx context.Context, accounts *staff.Accounts, live *config.Live) error {
	refuse := func(ctx context.Context, conf *config.Config) error {
		names, err := accounts.Demo(ctx)
		if err == nil && len(names) > 0 {
			err = demoFault(conf, names)
		}
		return err
	}
	live.Guard(func(next *config.Config) error {
		if demoAllowed(next) || !demoAllowed(live.Config()) { // unchanged: no reload depends on the store
			return nil
		}
		return refuse(context.WithoutCancel(ctx), next)
	})
	if !demoAllowed(live.Config()) {
		return refuse(ctx, live.Config())
	}
	return accounts.AddDemo(ctx, demoAccounts, time.Now())
}

// demoFault is the fault of a store with demo accounts.
func demoFault(conf *config.Config, names []string) config.Faults {
	path := []string{"data_dir"}
	if conf.Server.Redis.URL != "" {
		path = []string{"redis", "url"}
	}
	problem := "the store contains demo staff accounts, which have public passwords: " + strings.Join(names, ", ")
	return config.Faults{conf.Fault(path, problem, `another store, or this one after "croupier staff remove-demo"`)}
}

// lookTimeout limits reads that `check` can do without.
const lookTimeout = 2 * time.Second

// storedDemoAccounts returns demoFault for `check` if it can read the accounts.
func storedDemoAccounts(ctx context.Context, conf *config.Config) config.Faults {
	if demoAllowed(conf) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	list := staff.AccountRequest{Operation: staff.OpList}
	out, err := call(ctx, conf, adminAccounts, list, func() (out staff.AccountResponse, err error) {
		all, err := readRecords(ctx, conf, staffRecords)
		if err != nil {
			return out, err
		}
		accounts, err := staff.OpenAccounts(storedRecords{all: all})
		if err != nil {
			return out, err
		}
		return (&staff.AccountAdmin{Accounts: accounts}).Do(ctx, list)
	})
	var names []string
	for _, a := range out.Accounts {
		if a.Demo {
			names = append(names, a.Name)
		}
	}
	if err != nil || len(names) == 0 {
		return nil
	}
	return demoFault(conf, names)
}

// readRecords reads a set of records without changing the store.
func readRecords(ctx context.Context, conf *config.Config, name string) (map[string][]byte, error) {
	if conf.Server.Redis.URL == "" {
		all := map[string][]byte{}
		return all, embedded.EachRecord(conf.Server.DataDir, name, func(key string, value []byte) error {
			all[key] = value
			return nil
		})
	}
	s, err := dialRedis(ctx, conf, redis.Options{})
	if err != nil {
		return nil, err
	}
	defer s.Close() //nolint:errcheck // nothing was written
	return s.Records(name).All(ctx)
}

// storedRecords are records that were read before.
type storedRecords struct {
	bff.SwapStore
	all map[string][]byte
}

func (r storedRecords) All(context.Context) (map[string][]byte, error) { return r.all, nil }
