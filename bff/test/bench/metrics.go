package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// metric returns a metric of the server, summed over its labels.
func (p *peer) metric(name string) (float64, error) {
	r, err := http.Get("http://" + p.admin + "/metrics")
	if err != nil {
		return 0, err
	}
	defer func() { _ = r.Body.Close() }()
	return sumOf(name, r.Body)
}

// sumOf returns the sum of a metric in the text format of Prometheus.
func sumOf(name string, metrics io.Reader) (sum float64, err error) {
	found := false
	for lines := bufio.NewScanner(metrics); lines.Scan(); {
		rest, ok := strings.CutPrefix(lines.Text(), name)
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '{' {
			continue
		}
		value, err := strconv.ParseFloat(rest[strings.LastIndexByte(rest, ' ')+1:], 64)
		if err != nil {
			return 0, fmt.Errorf("metric %s: %w", name, err)
		}
		sum, found = sum+value, true
	}
	if !found {
		return 0, fmt.Errorf("no metric %s", name)
	}
	return sum, nil
}
