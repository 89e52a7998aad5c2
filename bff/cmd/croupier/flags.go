package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"croupier/bff/config"
	"croupier/bff/internal/lists"
)

type runner interface{ Run(w commandContext) error }

// configRunner is a command that runs with the configuration of its flags.
type configRunner interface {
	load(w commandContext) (*config.Config, error)
	Run(w commandContext, conf *config.Config) error
}

// newCommand builds the command of v, a pointer to a struct. A field with the tag cmd is a
// subcommand, a field with the tag arg is a positional argument, and every other exported
// field is a flag. Embedded structs add their fields. Tags of flags:
//
//	help         usage text, if it is not in flagTexts
//	placeholder  name of the value in the usage text
//	default      value without the flag
//	required     the flag has to be given
//	enum         comma-separated allowed values
//	env          environment variable that is read without the flag
//	xor          name of a set of flags that exclude each other
//	optional     the argument may be missing; only for the last one
//	type         path, existingfile or existingdir: made absolute, and checked
func newCommand(w commandContext, name, help string, v any) *cobra.Command {
	b := &binder{w: w, cmd: &cobra.Command{Use: name, Short: help}}
	b.cmd.Flags().SortFlags = false
	target := reflect.ValueOf(v).Elem()
	for _, f := range reflect.VisibleFields(target.Type()) {
		field := target.FieldByIndex(f.Index)
		if _, isCommand := f.Tag.Lookup("cmd"); isCommand {
			b.cmd.AddCommand(newCommand(w, kebab(f.Name), f.Tag.Get("help"), field.Addr().Interface()))
		} else if f.IsExported() && !f.Anonymous {
			owner := target.FieldByIndex(f.Index[:len(f.Index)-1]).Type().Name()
			b.add(owner, f, field)
		}
	}
	for _, a := range b.args {
		if _, a.optional = a.tag.Lookup("optional"); a.optional {
			b.cmd.Use += " [" + a.name + "]"
		} else {
			b.cmd.Use += " <" + a.name + ">"
		}
	}
	var run func() error
	switch command := v.(type) {
	case runner:
		run = func() error { return command.Run(w) }
	case configRunner:
		run = func() error {
			conf, err := command.load(w)
			if err != nil {
				return err
			}
			return command.Run(w, conf)
		}
	}
	if run != nil {
		b.cmd.Args = b.takeArgs // otherwise cobra reports unknown commands
	}
	b.cmd.RunE = func(*cobra.Command, []string) error {
		_, path, _ := strings.Cut(b.cmd.CommandPath(), " ")
		if run == nil {
			names := lists.Map(b.cmd.Commands(), (*cobra.Command).Name)
			return fmt.Errorf("%s requires a command: %s", path, strings.Join(names, ", "))
		}
		if err := b.complete(v); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := run(); err != nil {
			return &runError{err}
		}
		return nil
	}
	return b.cmd
}

// describe adds the texts of a command and of its subcommands to their help.
func describe(c *cobra.Command) {
	t := texts[c.CommandPath()]
	c.Long, c.Example = t.long, "  "+strings.ReplaceAll(t.example, "\n", "\n  ")
	for _, below := range c.Commands() {
		describe(below)
	}
}

// runError is an error of a command whose usage was correct.
type runError struct{ error }

func (e *runError) Unwrap() error { return e.error }

// binder collects the flags and arguments of one command.
type binder struct {
	w     commandContext
	cmd   *cobra.Command
	flags []*flagValue
	args  []*flagValue
}

// add adds a field of the struct type owner.
func (b *binder) add(owner string, f reflect.StructField, field reflect.Value) {
	value, initial := &flagValue{field: field, name: kebab(f.Name), tag: f.Tag}, f.Tag.Get("default")
	if initial != "" {
		if err := value.Set(initial); err != nil {
			panic(fmt.Sprintf("default of --%s: %v", value.name, err))
		}
		value.given = false
	}
	if _, positional := f.Tag.Lookup("arg"); positional {
		b.args = append(b.args, value)
		return
	}
	help := cmp.Or(f.Tag.Get("help"), flagTexts[owner+"."+f.Name])
	if env := f.Tag.Get("env"); env != "" {
		help += " ($" + env + ")"
	}
	flag := b.cmd.Flags().VarPF(value, value.name, "", help)
	flag.DefValue = initial
	if field.Kind() == reflect.Bool {
		flag.NoOptDefVal = "true"
	}
	b.flags = append(b.flags, value)
}

func (b *binder) takeArgs(_ *cobra.Command, args []string) error {
	for i, arg := range args {
		if i >= len(b.args) {
			return fmt.Errorf("unexpected argument %q", arg)
		}
		if err := b.args[i].Set(arg); err != nil {
			return fmt.Errorf("<%s>: %w", b.args[i].name, err)
		}
	}
	if len(args) < len(b.args) && !b.args[len(args)].optional {
		return fmt.Errorf("the argument <%s> is missing", b.args[len(args)].name)
	}
	return nil
}

// complete reads the environment and validates the flags and the command, if they have a method
// Validate.
func (b *binder) complete(command any) error {
	xor := map[string]string{} // the flag given, by set
	for _, f := range b.flags {
		if name, hasVariable := f.tag.Lookup("env"); hasVariable && !f.given {
			if v, ok := b.w.env(name); ok {
				if err := f.Set(v); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		if set, excludes := f.tag.Lookup("xor"); excludes && f.given {
			if other := xor[set]; other != "" {
				return fmt.Errorf("--%s and --%s exclude each other", other, f.name)
			}
			xor[set] = f.name
		}
		if _, required := f.tag.Lookup("required"); required && !f.given {
			return fmt.Errorf("--%s %s is required", f.name, f.tag.Get("placeholder"))
		}
		if err := validate(f.field.Interface()); err != nil {
			return err
		}
	}
	return validate(command)
}

func validate(v any) error {
	if v, ok := v.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

var wordStart = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// kebab turns AdminListen into admin-listen.
func kebab(name string) string {
	return strings.ToLower(wordStart.ReplaceAllString(name, "$1-$2"))
}

// flagValue is a struct field as a pflag.Value.
type flagValue struct {
	field reflect.Value
	name  string
	tag   reflect.StructTag
	given bool

	optional bool // of an argument
}

func (f *flagValue) String() string {
	if !f.field.IsValid() { // pflag asks a zero flagValue for its text
		return ""
	}
	return fmt.Sprint(f.field.Interface())
}

// Type returns the placeholder for usage texts.
func (f *flagValue) Type() string {
	if f.field.Kind() == reflect.Bool {
		return "bool"
	}
	return cmp.Or(f.tag.Get("placeholder"), strings.ToUpper(f.field.Kind().String()))
}

// Set parses text into the field. Lists grow with each call.
func (f *flagValue) Set(text string) (err error) {
	f.given = true
	if enum := f.tag.Get("enum"); enum != "" && !slices.Contains(strings.Split(enum, ","), text) {
		return fmt.Errorf("unknown value %q (allowed: %s)", text, strings.ReplaceAll(enum, ",", ", "))
	}
	if kind := f.tag.Get("type"); kind != "" {
		if text, err = checkedPath(kind, text); err != nil {
			return err
		}
	}
	switch target := f.field.Addr().Interface().(type) {
	case interface{ Set(text string) error }:
		return target.Set(text)
	case *time.Duration:
		if *target, err = time.ParseDuration(text); err != nil {
			err = errors.New("use a duration such as 30s, 90m or 744h")
		}
	case *[]string:
		*target = append(*target, strings.Split(text, ",")...)
	case *bool:
		*target, err = strconv.ParseBool(text)
	case *int:
		if *target, err = strconv.Atoi(text); err != nil {
			err = errors.New("must be a whole number")
		}
	case *uint64:
		if *target, err = strconv.ParseUint(text, 10, 64); err != nil {
			err = errors.New("must be a whole number from 0")
		}
	default:
		f.field.SetString(text) // panics for a kind that no flag has yet
	}
	return err
}

// checkedPath makes a path absolute, except "-" for the standard input.
func checkedPath(kind, path string) (string, error) {
	if path == "-" {
		return path, nil
	}
	path, err := filepath.Abs(path)
	if err != nil || kind == "path" {
		return path, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s does not exist", path)
	case err != nil:
		return "", err
	case kind == "existingfile" && info.IsDir():
		return "", fmt.Errorf("%s is a directory", path)
	case kind == "existingdir" && !info.IsDir():
		return "", fmt.Errorf("%s is not a directory", path)
	}
	return path, nil
}
