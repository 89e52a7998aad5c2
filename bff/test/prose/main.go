// Command prose checks texts against the rules of .github/CONTRIBUTING.md: documents, comments,
// errors, logs, help, messages and commit subjects. Arguments limit it to files that begin with
// them.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	mostWords, mostSubject = 30, 72
	firstCommit            = "5ecd0522e" // the check of subjects begins after this commit
)

var (
	exempt = regexp.MustCompile(
		`/testdata/|^web/src/contracts/|^bff/site/dist/|_test\.go$|\.test\.tsx?$|^web/(e2e|bench)/`)
	code      = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|“[^”]*”")
	link      = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	sentences = regexp.MustCompile(`[.!?:]["')*_]*(?:\s+|$)`)
	clause    = regexp.MustCompile(`^(What|Whatever|Who|Whoever|Where|Wherever)\b( \S+){3,}$`)
	forbidden = regexp.MustCompile(
		`(?i)\b(holds|goe?s? on|tells|told|in force|(is|are|was|were) (asked|made)|data folder|anew)\b`)
	failed  = regexp.MustCompile(`^[a-z][a-z ,'-]*: failed\b`)
	comment = regexp.MustCompile(`^(?:.*\s)?(?://|/?\*+)\s(.*?)(?:\*/)?$`)
	literal = regexp.MustCompile("[\"`]((?:[^\"\\\\`]|\\\\.)* (?:[^\"\\\\`]|\\\\.)*)[\"`]")
	message = regexp.MustCompile(`\b(New|Errorf|Debug|Info|Warn|Error)\(|\b(Short|Long|Help): |\bhelp:"`)
	value   = regexp.MustCompile(`^\s*(?:- )?[a-z_]+:\s+["']?(\S* .* .*?)["']?$`)
)

// text is a paragraph, a comment or a message, and the line where it begins.
type text struct {
	line    int
	content string
	message bool
}

func main() {
	var found []string
	for file := range strings.FieldsSeq(git("ls-files")) {
		begins := func(prefix string) bool { return strings.HasPrefix(file, prefix) }
		if exempt.MatchString(file) || len(os.Args) > 1 && !slices.ContainsFunc(os.Args[1:], begins) {
			continue
		}
		for _, part := range texts(file) {
			for _, fault := range faults(part) {
				found = append(found, fmt.Sprintf("%s:%d: %s", file, part.line, fault))
			}
		}
	}
	for commit := range strings.SplitSeq(git("log", "--no-merges", "--format=%h %s", firstCommit+"..HEAD"), "\n") {
		if hash, subject, _ := strings.Cut(commit, " "); len([]rune(subject)) > mostSubject {
			found = append(found,
				fmt.Sprintf("commit %s: %d characters in the subject, more than %d", hash, len([]rune(subject)),
					mostSubject))
		}
	}
	if len(found) > 0 {
		fmt.Printf("%s\n%d texts break the rules of prose in .github/CONTRIBUTING.md\n", strings.Join(found, "\n"),
			len(found))
		os.Exit(1)
	}
}

func git(arguments ...string) string {
	output, err := exec.Command("git", arguments...).Output()
	if err != nil {
		log.Fatal("could not run git: ", err)
	}
	return strings.TrimSpace(string(output))
}

func faults(part text) []string {
	var found []string
	content := link.ReplaceAllString(code.ReplaceAllString(part.content, "x"), "$1")
	for i, sentence := range sentences.Split(content, -1) {
		words := strings.Fields(sentence)
		start := strings.Join(words[:min(len(words), 8)], " ")
		if len(words) > mostWords {
			found = append(found, fmt.Sprintf("%d words in a sentence: %s …", len(words), start))
		}
		if clause.MatchString(strings.TrimSpace(sentence)) && (i > 0 || !strings.Contains(content, "?")) {
			found = append(found, "a clause as the subject: "+start+" …")
		}
		for _, word := range forbidden.FindAllString(sentence, -1) {
			found = append(found, fmt.Sprintf("the word %q: %s …", word, start))
		}
	}
	if part.message && (strings.Contains(content, "; ") || failed.MatchString(content)) {
		found = append(found, "a semicolon or “do x: failed” in a message: "+part.content)
	}
	return found
}

// texts returns the paragraphs of a document, the comments and messages of a program, or the texts of a data file.
func texts(file string) []text {
	content, err := os.ReadFile(file)
	if err != nil {
		log.Fatal("could not read a tracked file: ", err)
	}
	var found []text
	kind, fenced, open := path.Ext(file), false, false
	add := func(line int, content string, message bool) {
		if open && !message {
			found[len(found)-1].content += " " + content
		} else {
			found = append(found, text{line, content, message})
		}
		open = !message
	}
	for i, line := range strings.Split(string(content), "\n") {
		trimmed := strings.TrimSpace(line)
		matched, own := comment.FindStringSubmatch(line), strings.HasPrefix(trimmed, "/") ||
			strings.HasPrefix(trimmed, "*")
		switch {
		case kind == ".md" && strings.HasPrefix(trimmed, "```"):
			fenced, open = !fenced, false
		case fenced || slices.Contains([]string{"", "//", "#", "*"}, trimmed) || strings.HasPrefix(trimmed, "//\t"):
			open = false
		case kind == ".md" && !strings.HasPrefix(trimmed, "|"):
			open = open && !strings.ContainsAny(trimmed[:1], "-#*0123456789")
			add(i+1, strings.TrimLeft(trimmed, "-#*> "), false)
			open = open && !strings.HasPrefix(trimmed, "#")
		case kind == ".md":
			for cell := range strings.SplitSeq(trimmed, "|") {
				add(i+1, cell, false)
				open = false
			}
		case kind == ".yaml" && strings.HasPrefix(trimmed, "#"):
			add(i+1, strings.TrimLeft(trimmed, "# "), false)
		case (kind == ".go" || kind == ".ts" || kind == ".tsx" || kind == ".css") && matched != nil:
			open = open && own
			add(i+1, matched[1], false)
			open = open && own
		default:
			open = false
			help := strings.HasPrefix(file, "contracts/messages/") || strings.HasPrefix(file, "web/src/locales/en/")
			if text := value.FindStringSubmatch(line); kind == ".yaml" && text != nil {
				add(i+1, text[1], help)
			}
			if kind == ".json" || kind == ".go" && message.MatchString(line) {
				for _, text := range literal.FindAllStringSubmatch(strings.ReplaceAll(line, `cmd:"" `, ""), -1) {
					add(i+1, text[1], help || kind == ".go")
				}
			}
			open = false
		}
	}
	return found
}
