package main

import (
	"errors"
	"path/filepath"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/upstream/rest"
)

// demoFile is the server file inside the binary.
const demoFile = "croupier.yaml"

// source is the named server file with what lies beside it, or the demo's inside the
// binary where there is no name.
func source(path configFile, env config.Environment, calls *contract.Catalogue) config.Source {
	s := config.Source{Files: demoFiles, Name: demoFile, Env: env, Calls: calls, Mapping: mappingFaults(calls)}
	if file := string(path); file != "" {
		s.Files, s.Dir, s.Name = nil, filepath.Dir(file), filepath.Base(file)
	}
	return s
}

// mappingFaults finds what is wrong with the mapping file of a rest upstream.
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
