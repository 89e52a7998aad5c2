package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"golang.org/x/term"

	"croupier/bff"
	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
)

type mappingCmd struct {
	Try mappingTryCmd `cmd:"" help:"Make one call to the platform of a brand and print its request, the raw answer and the mapped one."`
}

type mappingTryCmd struct {
	configFlag
	loginFlags
	Brand  string `help:"The brand; default: the only one." placeholder:"ID"`
	Data   string `help:"Fields of the call, - for standard input." default:"{}" placeholder:"JSON"`
	Writes bool   `help:"Also make a write or a money call. It takes effect; use a test account."`
	Call   string `arg:"" help:"The call, class/method."`
}

// Run makes the call with the settings, headers, secret and TLS of the brand's upstream.
func (c *mappingTryCmd) Run(w commandContext) error {
	calls := contract.MustLoad()
	live, b, err := openConfiguration(w, c.Config, c.Brand)
	if err != nil {
		return err
	}
	call, data, err := c.request(calls, b)
	if err != nil {
		return err
	}
	p := &tryPrinter{out: w.out}
	upstream, err := c.upstream(live.Config(), calls, b, call, p)
	if err != nil {
		return err
	}
	o := conformance.Options{Upstream: upstream, Calls: calls, Brand: b, Lang: b.DefaultLang(), Visitor: localVisitor, Username: c.Login}
	var as *bff.Identity
	if calls.Resolve(call, data).Who != bff.WhoGuest {
		if as, err = c.logIn(w, o, p); err != nil {
			return err
		}
	}
	hosts := collectForeignHosts(upstream, calls)
	o.Upstream = hosts
	answer, err := conformance.Send(w.ctx, o, call, data, as)
	err = p.result(calls, call, answer, err)
	hosts.write(w.out, b)
	return err
}

// request returns the call and its data, which must fit the contract.
func (c *mappingTryCmd) request(calls *contract.Catalogue, b *bff.Brand) (*bff.Call, map[string]any, error) {
	class, method, _ := strings.Cut(c.Call, "/")
	call, ok := calls.Lookup(class, method)
	if !ok {
		call = calls.ServerCall(c.Call)
	}
	if call == nil || call.Local {
		return nil, nil, fmt.Errorf("%s is not a call of a platform: want class/method of contracts/calls.yaml", c.Call)
	}
	if !b.Supports(call) {
		return nil, nil, fmt.Errorf("%s is declared as unsupported", c.Call)
	}
	var input io.Reader = strings.NewReader(c.Data)
	if c.Data == "-" {
		input = io.LimitReader(os.Stdin, 1<<20)
	}
	var data map[string]any
	d := json.NewDecoder(input)
	d.UseNumber()
	if err := d.Decode(&data); err != nil {
		return nil, nil, fmt.Errorf("--data: %w", err)
	}
	if f := calls.CheckRequest(call, data); f != nil {
		return nil, nil, fmt.Errorf("--data: %s: %s", f.Field, f.Rule)
	}
	if kind := calls.Resolve(call, data).Kind; kind != bff.KindRead && !c.Writes && call.Name() != "user/login" {
		return nil, nil, fmt.Errorf("%s is a %s, which takes effect: give --writes", c.Call, kind)
	}
	return call, data, nil
}

var errMockHasNoRequests = errors.New("the brand's platform is the mock in this process: there is no request to print")

// upstream returns the adapter of a call, whose requests p prints.
func (c *mappingTryCmd) upstream(conf *config.Config, calls *contract.Catalogue, b *bff.Brand, call *bff.Call, p *tryPrinter) (bff.Upstream, error) {
	rules := b.RulesFor(call)
	settings := conf.Server.Upstreams[rules.Name]
	if rules.Adapter == app.MockAdapter {
		return nil, errMockHasNoRequests
	}
	p.settings(&settings)
	return app.NewAdapter(rules, settings, calls, func(next http.RoundTripper) http.RoundTripper {
		return &recordingTransport{next: next, printer: p}
	})
}

// logIn logs the player in without printing the requests of the login.
func (c *mappingTryCmd) logIn(w commandContext, o conformance.Options, p *tryPrinter) (*bff.Identity, error) {
	if c.Login == "" {
		return nil, fmt.Errorf("%s is a call of players: give --login", c.Call)
	}
	var err error
	if o.Password, err = c.password(w); err != nil {
		return nil, err
	}
	p.silent = true
	as, err := conformance.Login(w.ctx, o)
	p.silent = false
	if err != nil {
		return nil, fmt.Errorf("login: %w (croupier mapping try user/login --data … prints its request)", err)
	}
	p.secrets = append(p.secrets, o.Password, as.SID)
	return as, nil
}

// loginFlags name a player of the platform. Other users of the machine could see a password among the arguments.
type loginFlags struct {
	Login        string `help:"Log in as this player, so that calls of players can be made; default: guest calls only." placeholder:"USER"`
	PasswordFile string `help:"File with the player's password, - for standard input; default: $CROUPIER_PLATFORM_PASSWORD, else it is asked for." type:"path" placeholder:"FILE"`
}

// passwordVariable is the environment variable with the player's password.
const passwordVariable = "CROUPIER_PLATFORM_PASSWORD"

var errNoPassword = errors.New("no password: set $" + passwordVariable + ", give --password-file, or use a terminal")

// password returns the player's password from the file, the environment or the terminal.
func (f *loginFlags) password(w commandContext) (string, error) {
	if f.PasswordFile != "" {
		return readPassword(f.PasswordFile)
	}
	if v, ok := w.env(passwordVariable); ok {
		return v, nil
	}
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		return "", errNoPassword
	}
	_, _ = fmt.Fprintf(w.errOut, "Password of %s: ", f.Login)
	raw, err := term.ReadPassword(in)
	_, _ = fmt.Fprintln(w.errOut)
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	return string(raw), nil
}
