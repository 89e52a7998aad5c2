package config

import (
	"maps"
	"slices"
	"strings"
)

// Events configures the systems that may send events, by name.
type Events struct {
	Senders map[string]EventSender `json:"senders"`
}

// EventSender is a system that may send events about some brands.
type EventSender struct {
	SecretFile string   `json:"secret_file"`
	Brands     []string `json:"brands"`

	Secrets []Secret `json:"-"` // decoded lines of SecretFile
}

// readFiles reads the secrets of senders. Senders need different secrets, which identify them.
func (e Events) readFiles(c *checker, files *recorder, dir string) {
	owners := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(e.Senders)) {
		s, path := e.Senders[name], []string{"events", "senders", name, "secret_file"}
		raw := c.readFile(files, dir, s.SecretFile, path...)
		if raw == nil {
			continue
		}
		for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
			secret := decodeSecret(c, line, path...)
			if owner, ok := owners[string(secret)]; ok {
				c.report("contains a secret twice, or a secret of sender "+owner, secretHelp, path...)
			}
			owners[string(secret)] = name
			s.Secrets = append(s.Secrets, secret)
		}
		e.Senders[name] = s
	}
}
