package main

import (
	"errors"
	"os"
	"path/filepath"

	"croupier/bff/config"
	"croupier/configs"
)

// demoFile is the server file inside the binary.
const demoFile = "croupier.yaml"

// load reads the named server file, or the demo's inside the binary where there is no name.
func load(file string, env config.Environment) (*config.Config, error) {
	if file == "" {
		return config.Load(configs.FS, demoFile, env)
	}
	dir := filepath.Dir(file)
	c, err := config.Load(os.DirFS(dir), filepath.Base(file), env)
	var faults config.Faults
	if errors.As(err, &faults) {
		for i := range faults {
			if faults[i].File != "environment" {
				faults[i].File = filepath.Join(dir, faults[i].File)
			}
		}
		return nil, faults
	}
	return c, err
}
