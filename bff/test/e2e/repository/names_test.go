package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/player/limit"
)

// productFiles parses the Go files of the server without its tests.
func productFiles(t *testing.T) (files []*ast.File, set *token.FileSet) {
	set = token.NewFileSet()
	require.NoError(t, filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "/e2e/") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution|parser.ParseComments)
		files = append(files, file)
		return err
	}))
	require.Greater(t, len(files), 300)
	return files, set
}

func literal(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		text, _ := strconv.Unquote(l.Value)
		return text
	}
	return ""
}

// The compiler does not check names of calls, messages and limits. An unknown name would silently
// do nothing.
func TestNamesInTheSourceExist(t *testing.T) {
	c, err := contract.Load()
	require.NoError(t, err)
	calls, classes := map[string]bool{}, map[string]bool{}
	for _, call := range append(c.Calls(), c.ServerCalls()...) {
		calls[call.Name()], classes[call.Class] = true, true
	}
	name, found := regexp.MustCompile(`^([A-Za-z]+|platform_limits)/[a-z]\w+$`), map[string]int{}
	files, set := productFiles(t)
	for _, file := range files {
		at := func(n ast.Node) string { return set.Position(n.Pos()).String() }
		call := func(n ast.Node, text string) {
			if class, _, _ := strings.Cut(text, "/"); name.MatchString(text) && classes[class] {
				found["calls"]++
				assert.True(t, calls[text], "%s: the contract has no call %s", at(n), text)
			}
		}
		message := func(n ast.Node, key string) {
			if key != "" {
				found["messages"]++
				assert.NotEqual(t, key, c.Message("en", key, nil), "%s: contracts/messages have no text %s", at(n), key)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				call(n, literal(n))
			case *ast.CallExpr:
				for i := range n.Args[:max(len(n.Args)-1, 0)] {
					class, method := literal(n.Args[i]), literal(n.Args[i+1])
					if classes[class] && method != "" && method != class {
						call(n, class+"/"+method)
					}
				}
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Message" && len(n.Args) == 3 {
					message(n, literal(n.Args[1]))
				}
				if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "reason" && len(n.Args) == 3 { // of the console
					message(n, literal(n.Args[2]))
				}
			case *ast.ValueSpec: // constants of a bff.LimitRule
				// of a hub
				if kind, ok := n.Type.(*ast.Ident); ok && kind.Name == "LimitRule" && n.Names[0].Name != "LimitEvents" {
					found["limits"]++
					assert.Contains(t, limit.Defaults(), bff.LimitRule(literal(n.Values[0])),
						"%s: limit.Defaults has no allowance", at(n))
				}
			}
			return true
		})
	}
	assert.True(t, found["calls"] > 100 && found["messages"] > 20 && found["limits"] > 10, "found too few: %v", found)
}

// Renaming by hand left old function names in texts for operators and in comments.
func TestTextsAndCommentsFitTheCode(t *testing.T) {
	name, functions := regexp.MustCompile(`\b[a-z]+[A-Z]\w*\b`), map[string]bool{}
	files, set := productFiles(t)
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				functions[f.Name.Name] = true
				summary, _, _ := strings.Cut(f.Doc.Text(), ".")
				assert.False(t, f.Type.Results == nil && strings.HasPrefix(summary, f.Name.Name+" returns "),
					"%s: %s returns nothing", set.Position(f.Pos()), f.Name.Name)
			}
		}
	}
	detached := regexp.MustCompile(`^[a-z]+[A-Z]\w* (is|are|returns|reports|sets|holds)\b`)
	for _, file := range files {
		docs := map[*ast.CommentGroup]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				docs[n.Doc] = true
			case *ast.GenDecl:
				docs[n.Doc] = true
			case *ast.ValueSpec:
				docs[n.Doc], docs[n.Comment] = true, true
			case *ast.TypeSpec:
				docs[n.Doc] = true
			case *ast.Field:
				docs[n.Doc], docs[n.Comment] = true, true
			case *ast.BasicLit:
				if text := literal(n); strings.Contains(text, " ") && !strings.ContainsAny(text, "{}\n") {
					for _, word := range name.FindAllString(text, -1) {
						assert.False(t, functions[word], "%s: %q names the function %s", set.Position(n.Pos()), text,
							word)
					}
				}
			}
			return true
		})
		for _, c := range file.Comments {
			assert.True(t, docs[c] || !detached.MatchString(c.Text()), "%s: a comment without its function",
				set.Position(c.Pos()))
		}
	}
}
