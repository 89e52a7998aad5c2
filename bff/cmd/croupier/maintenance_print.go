package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"croupier/bff"
)

// printStates prints one line per brand, then one per window.
func printStates(to io.Writer, all []bff.MaintenanceStatus) error {
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "BRAND\tSTATE\tFROM\tUNTIL\tPARTS\tBY\tMESSAGE")
	windows := map[string]bff.MaintenanceWindow{}
	for _, s := range all {
		by := s.By
		if s.All {
			by += ", for all"
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Brand, s.State, formatTime(s.From), formatTime(s.Until), strings.Join(append(bff.PartNames(s.Parts), s.Calls...), ","), by, firstText(s.Message))
		for _, w := range s.Windows {
			windows[w.ID] = w
		}
	}
	if len(windows) > 0 {
		_, _ = fmt.Fprintln(t, "\nWINDOW\tSTATE\tFROM\tUNTIL\tPARTS\tBY\tBRAND\tWHY")
	}
	sorted := slices.SortedFunc(maps.Values(windows), func(a, b bff.MaintenanceWindow) int { return a.From.Compare(b.From) })
	for _, w := range sorted {
		until := w.Until
		if w.Ended != nil {
			until = w.Ended.At
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", w.ID, w.State, formatTime(w.From), formatTime(until), strings.Join(w.Closed(), ","), w.By, w.Brand, w.Why)
	}
	return t.Flush() // returns earlier write errors too
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
