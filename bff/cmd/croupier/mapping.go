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
	Try mappingTryCmd `cmd:"" help:"Send one call to the platform of a brand and print the request and both responses."`
}

type mappingTryCmd struct {
	configFlag
	loginFlags
	Brand  string `help:"Id of the brand. Default: the only brand." placeholder:"ID"`
	Data   string `help:"Fields of the call, or - for standard input." default:"{}" placeholder:"JSON"`
	Writes bool   `help:"Allow a write or a payment. It takes effect, so use a test account."`
	Call   string `arg:"" help:"The call as class/method."`
}

// Run sends the call with the settings of the upstream.
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
	o := conformance.Options{
		Upstream: upstream, Calls: calls, Brand: b, Lang: b.DefaultLang(), Visitor: localVisitor, Username: c.Login,
	}
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

// request returns the call and its data, which must match the contract.
func (c *mappingTryCmd) request(calls *contract.Catalogue, b *bff.Brand) (*bff.Call, map[string]any, error) {
	class, method, _ := strings.Cut(c.Call, "/")
	call, ok := calls.Lookup(class, method)
	if !ok {
		call = calls.ServerCall(c.Call)
	}
	if call == nil || call.Local {
		return nil, nil, fmt.Errorf("%s is not a call of a platform: use class/method from contracts/calls.yaml",
			c.Call)
	}
	if !b.Supports(call) {
		return nil, nil, fmt.Errorf("brand %s does not support %s", b.ID, c.Call)
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
		return nil, nil, fmt.Errorf("%s is a %s call, which takes effect: use --writes to allow it", c.Call, kind)
	}
	return call, data, nil
}

// upstream returns the adapter of a call. p prints its requests.
func (c *mappingTryCmd) upstream(
	conf *config.Config, calls *contract.Catalogue, b *bff.Brand, call *bff.Call, p *tryPrinter,
) (bff.Upstream, error) {
	rules := b.RulesFor(call)
	settings := conf.Server.Upstreams[rules.Name]
	if rules.Adapter == app.MockAdapter {
		return nil, errors.New("the platform of this brand is the built-in mock, so there is no request to print")
	}
	p.settings(&settings)
	return app.NewAdapter(rules, settings, calls, func(next http.RoundTripper) http.RoundTripper {
		return &recordingTransport{next: next, printer: p}
	})
}

// logIn logs the player in without printing the requests of the login.
func (c *mappingTryCmd) logIn(w commandContext, o conformance.Options, p *tryPrinter) (*bff.Identity, error) {
	if c.Login == "" {
		return nil, fmt.Errorf("%s requires a player: use --login", c.Call)
	}
	var err error
	if o.Password, err = c.password(w); err != nil {
		return nil, err
	}
	p.silent = true
	as, err := conformance.Login(w.ctx, o)
	p.silent = false
	if err != nil {
		return nil, fmt.Errorf(
			"could not log in: %w (to see the request, run croupier mapping try user/login --data …)", err,
		)
	}
	p.secrets = append(p.secrets, o.Password, as.SID)
	return as, nil
}

// loginFlags select a player of the platform. Passwords are not arguments, because other users
// could see them.
type loginFlags struct {
	Login        string `help:"User name of a player to log in as. Default: only guest calls." placeholder:"USER"`
	PasswordFile string `type:"path" placeholder:"FILE"`
}

// passwordVariable is the environment variable with the player's password.
const passwordVariable = "CROUPIER_PLATFORM_PASSWORD"

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
		return "", errors.New("no password: set $" + passwordVariable +
			", use --password-file or run the command in a terminal")
	}
	_, _ = fmt.Fprintf(w.errOut, "Password of %s: ", f.Login)
	raw, err := term.ReadPassword(in)
	_, _ = fmt.Fprintln(w.errOut)
	if err != nil {
		return "", fmt.Errorf("could not read the password: %w", err)
	}
	return string(raw), nil
}
