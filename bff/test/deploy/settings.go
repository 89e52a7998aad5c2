package deploy

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"sigs.k8s.io/yaml"
)

// settings returns the variables that set fields of the server file, from its schema. Those of upstreams
// contain their names and are not among them.
func settings(schema string) (map[string]bool, error) {
	raw, err := os.ReadFile(schema) //nolint:gosec // the schema of the server file
	if err != nil {
		return nil, err
	}
	type node struct {
		Properties map[string]json.RawMessage
	}
	names := map[string]bool{"CROUPIER_UPSTREAM": true, "CROUPIER_UPSTREAM_URL": true}
	var walk func(prefix string, raw json.RawMessage) error
	walk = func(prefix string, raw json.RawMessage) error {
		var n node
		if err := json.Unmarshal(raw, &n); err != nil {
			return fmt.Errorf("%s: %w", prefix, err)
		}
		if len(n.Properties) == 0 {
			names[prefix], names[prefix+"_FILE"] = true, true
		}
		for name, below := range n.Properties {
			if err := walk(prefix+"_"+strings.ToUpper(name), below); err != nil {
				return err
			}
		}
		return nil
	}
	return names, walk("CROUPIER", raw)
}

// longestDeadline returns the longest time limit of a call, from the contract.
func longestDeadline(calls string) (longest time.Duration, err error) {
	raw, err := os.ReadFile(calls) //nolint:gosec // the contract
	if err != nil {
		return 0, err
	}
	var contract struct {
		Deadlines map[string]string `json:"deadlines"`
	}
	if err := yaml.Unmarshal(raw, &contract); err != nil {
		return 0, err
	}
	for name, text := range contract.Deadlines {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("deadline %s: %w", name, err)
		}
		longest = max(longest, d)
	}
	return longest, nil
}
