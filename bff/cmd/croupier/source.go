package main

import (
	"errors"
	"path/filepath"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/rest"
)

// demoFile is the server file of the embedded demo.
const demoFile = "croupier.yaml"

// source returns the configuration of a server file, or of the embedded demo without one.
func source(path configFile, env config.Environment, calls *contract.Catalogue) config.Source {
	s := config.Source{Files: demoFiles, Name: demoFile, Env: env, Calls: calls, Mapping: mappingFaults(calls)}
	if file := string(path); file != "" {
		s.Files, s.Dir, s.Name = nil, filepath.Dir(file), filepath.Base(file)
	}
	return s
}

// source returns source for a command that refuses unknown variables.
func (w commandContext) source(path configFile, env config.Environment, calls *contract.Catalogue) config.Source {
	s := source(path, env, calls)
	s.Variables = w.variables
	return s
}

// mappingFaults returns a function that reports the faults of a rest mapping file.
func mappingFaults(calls *contract.Catalogue) func(string, []byte) config.Faults {
	return func(file string, content []byte) config.Faults {
		_, err := rest.Parse(file, content, calls)
		var faults config.Faults
		if err != nil && !errors.As(err, &faults) {
			faults = config.Faults{{File: file, Problem: err.Error()}}
		}
		return faults
	}
}
