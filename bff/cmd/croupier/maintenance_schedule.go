package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/ops/maintenance"
)

// parseTime parses a time with zone, or a duration after begin.
func parseTime(s string, begin time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(s); err == nil {
		return begin.Add(d).UTC().Truncate(time.Second), nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("invalid time %q: use a time such as 2026-03-01T06:00:00+03:00 or a duration such as 90m",
			s)
	}
	return t, nil
}

type maintenanceScheduleCmd struct {
	brandFlags
	From  string `placeholder:"WHEN"`
	Until string `help:"End: a time, or a duration from the start such as 90m. Default: no end." placeholder:"WHEN"`
	noticeFlags
}

func (c *maintenanceScheduleCmd) Validate() (err error) {
	if err := c.brandFlags.Validate(); err != nil {
		return err
	}
	q := &c.request
	if q.Notice, err = c.notice(); err != nil {
		return err
	}
	if c.From == "" && c.Until == "" {
		return errors.New("--from WHEN or --until WHEN is required: to start maintenance now without an end, run " +
			"croupier maintenance on")
	}
	q.Operation = maintenance.OpSchedule
	begin := time.Now()
	if c.From != "" {
		if q.From, err = parseTime(c.From, begin); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		begin = q.From
	}
	if c.Until != "" {
		if q.Until, err = parseTime(c.Until, begin); err != nil {
			return fmt.Errorf("--until: %w", err)
		}
	}
	return nil
}

type maintenanceExtendCmd struct {
	ID    string `arg:"" help:"Id of the window, from maintenance status."`
	Until string `help:"New end: a time, or a duration from now such as 90m." required:"" placeholder:"WHEN"`
	maintenanceRequest
}

func (c *maintenanceExtendCmd) Validate() error {
	until, err := parseTime(c.Until, time.Now())
	if err != nil {
		return fmt.Errorf("--until: %w", err)
	}
	c.request = maintenance.AdminRequest{
		Operation: maintenance.OpExtend, Brand: maintenance.Everywhere, ID: c.ID, Until: until,
	}
	return nil
}

type maintenanceEndCmd struct {
	ID string `arg:"" help:"Id of the window, from maintenance status."`
	maintenanceRequest
}

func (c *maintenanceEndCmd) Validate() error {
	c.request = maintenance.AdminRequest{Operation: maintenance.OpEnd, Brand: maintenance.Everywhere, ID: c.ID}
	return nil
}

// printStates prints one line per brand, then one per window.
func printStates(to io.Writer, all []bff.MaintenanceStatus) error {
	rows := [][]string{{"BRAND", "STATE", "FROM", "UNTIL", "PARTS", "BY", "MESSAGE"}}
	windows := map[string]bff.MaintenanceWindow{}
	for _, s := range all {
		by := s.By
		if s.All {
			by += ", for all"
		}
		parts := strings.Join(append(bff.PartNames(s.Parts), s.Calls...), ",")
		rows = append(rows, []string{
			s.Brand, string(s.State), formatTime(s.From), formatTime(s.Until), parts, by, firstText(s.Message),
		})
		for _, w := range s.Windows {
			windows[w.ID] = w
		}
	}
	if len(windows) > 0 {
		rows = append(rows, []string{"\nWINDOW", "STATE", "FROM", "UNTIL", "PARTS", "BY", "BRAND", "WHY"})
	}
	sorted := slices.SortedFunc(maps.Values(windows),
		func(a, b bff.MaintenanceWindow) int { return a.From.Compare(b.From) })
	for _, w := range sorted {
		until := w.Until
		if w.Ended != nil {
			until = w.Ended.At
		}
		rows = append(rows, []string{
			w.ID, string(w.State), formatTime(w.From), formatTime(until), strings.Join(w.Closed(), ","), w.By, w.Brand,
			w.Why,
		})
	}
	return printTable(to, rows)
}

// firstText returns the text of the first language.
func firstText(texts map[string]string) string {
	for _, lang := range slices.Sorted(maps.Keys(texts)) {
		return texts[lang]
	}
	return ""
}

func formatTime(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.RFC3339)
}
