package app

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/rest"
	"croupier/bff/platform/sanitise"
	"croupier/bff/player/session"
	"croupier/bff/site"
)

// demoFile is the server file of the embedded demo.
const demoFile = "croupier.yaml"

// HasDemo reports whether this binary contains the configuration of the demo.
func HasDemo() bool { return demoFiles != nil }

// Source returns the configuration of a server file, or of the embedded demo if file is empty.
func Source(file string, env config.Environment) config.Source {
	calls := contract.MustLoad()
	s := config.Source{Files: demoFiles, Name: demoFile, Env: env, Texts: site.BuiltTexts()}
	s.Content, s.Link = sanitise.Content, sanitise.Allows
	s.Mapping = func(file string, content []byte) config.Faults {
		_, err := rest.Parse(file, content, calls)
		var faults config.Faults
		if err != nil && !errors.As(err, &faults) {
			faults = config.Faults{{File: file, Problem: err.Error()}}
		}
		return faults
	}
	if file != "" {
		s.Files, s.Dir, s.Name = nil, filepath.Dir(file), filepath.Base(file)
	}
	return s
}

// Override returns an environment in which non-empty values replace variables.
func Override(env config.Environment, values map[string]string) config.Environment {
	return func(name string) (string, bool) {
		if v := values[name]; v != "" {
			return v, true
		}
		return env(name)
	}
}

// NameFlags names the flags instead of the variables that Override replaced, in the faults of err.
func NameFlags(err error, values map[string]string) error {
	var faults config.Faults
	if errors.As(err, &faults) {
		for i, f := range faults {
			if values[f.Field] != "" {
				flag := strings.ReplaceAll(strings.TrimPrefix(f.Field, "CROUPIER_"), "_", "-")
				faults[i].File, faults[i].Field = "command line", "--"+strings.ToLower(flag)
			}
		}
	}
	return err
}

// LoadServer loads the configuration for a command. It fails without a data directory.
func LoadServer(file, dataDir string, env config.Environment) (*config.Config, error) {
	values := map[string]string{"CROUPIER_DATA_DIR": dataDir}
	conf, err := Source(file, Override(env, values)).Load()
	if err != nil {
		return nil, NameFlags(err, values)
	}
	if faults := dataDirFaults(conf); len(faults) > 0 {
		return nil, faults
	}
	return conf, nil
}

// keysField returns the setting that determines the path of the key ring.
func keysField(conf *config.Config) string {
	if conf.Server.KeysFile != "" {
		return "keys_file"
	}
	return "data_dir"
}

// keysFile returns the path of the key ring. The default is in the data directory.
func keysFile(conf *config.Config) string {
	return cmp.Or(conf.Server.KeysFile, filepath.Join(conf.Server.DataDir, session.KeyFileName))
}
