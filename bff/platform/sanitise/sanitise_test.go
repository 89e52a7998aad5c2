package sanitise_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/sanitise"
	"croupier/bff/test/testkit"
)

var load = sync.OnceValues(contract.Load)

func catalogue(t testing.TB) *contract.Catalogue {
	calls, err := load()
	require.NoError(t, err)
	return calls
}

var brand = &bff.Brand{
	ID: "marmara", Hosts: []string{"casino.test"}, Sessions: bff.SessionRules{Secure: true},
	Origins: bff.Origins{
		Links: []string{"https://t.me"}, Images: []string{"https://cdn.example"},
		Frames: []string{"https://*.games.example"},
	},
}

// answered returns the sanitised data of a response to a call, and the refused fields.
func answered(t testing.TB, name, data string) (string, []string, error) {
	calls := catalogue(t)
	class, method, _ := strings.Cut(name, "/")
	call, ok := calls.Lookup(class, method)
	require.True(t, ok, "unknown call %s", name)
	platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		return &bff.Answer{Result: true, Code: 200, Data: []byte(data)}, nil
	})
	var refused []string
	u := sanitise.NewUpstream(platform, calls,
		func(_ *bff.UpstreamRequest, path string) { refused = append(refused, path) }, nil)
	a, err := u.Do(t.Context(), &bff.UpstreamRequest{Brand: brand, Call: call})
	if err != nil {
		return "", refused, err
	}
	return string(a.Data), refused, nil
}

func TestAnswersAreSanitised(t *testing.T) {
	const evil = `<p onclick=\"x\">a</p><script>alert(1)</script>`
	const clean = `\u003cp\u003ea\u003c/p\u003e`
	for _, row := range []struct {
		call, data, want string
		refused          []string
	}{
		{
			"cmscontroller/popupInformation",
			`[{"id":1,"html":"` + evil + `","link":"javascript:alert(1)","image":"/a.png"}]`,
			`[{"id":1,"html":"` + clean + `","link":"","image":"/a.png"}]`,
			[]string{"[].link"},
		},
		{
			"cmscontroller/getPromotions",
			`[ {"html" : "` + evil + `", "image":"https://evil.test/a.png"}, {"html":"<p>b</p>"} ]`,
			`[ {"html" : "` + clean + `", "image":""}, {"html":"<p>b</p>"} ]`,
			[]string{"[].image"},
		},
		{
			"cmscontroller/getTournaments", `[{"html":"` + evil + `","image":"https://cdn.example/a.png"}]`,
			`[{"html":"` + clean + `","image":"https://cdn.example/a.png"}]`, nil,
		},
		{
			"cmscontroller/getIcSlider",
			`{"items":[{"link":"//evil.test","image":"/x"},{"link":"https://t.me/a"},{"link":"https://casino.test/slot"}]}`, `{"items":[{"link":"","image":"/x"},{"link":"https://t.me/a"},{"link":"https://casino.test/slot"}]}`,
			[]string{"items.[].link"},
		},
		{"slider/get_all_items", `[{"link":"\\\\evil.test"}]`, `[{"link":""}]`, []string{"[].link"}},
		{
			"cmscontroller/getInformation", `[{"InfType":"SSSinformation","Text":"` + evil + `"}]`,
			`[{"InfType":"SSSinformation","Text":"` + clean + `"}]`, nil,
		},
		{
			"cmscontroller/getInformation",
			`[{"Text":"{\"telegram\":\"https://t.me/a\",\"facebook\":\"javascript:x\",\"x\":\"<script>\"}"}]`,
			`[{"Text":"{\"facebook\":\"\",\"telegram\":\"https://t.me/a\"}"}]`,
			[]string{"[].Text.facebook"},
		},
		{
			"cmscontroller/getInformation", `[{"Text":"{\"telegram\":\"<script>\",\"telegram\":\"https://t.me/a\"}"}]`,
			`[{"Text":"{\"telegram\":\"https://t.me/a\"}"}]`, nil,
		},
		{"cmscontroller/getInformation", `[{"Text":"{ <script>alert(1)</script>"}]`, `[{"Text":"{ "}]`, nil},
		{
			"crm/list_mass_messages", `[{"html":"` + evil + `","title":"<b>"}]`,
			`[{"html":"` + clean + `","title":"<b>"}]`, nil,
		},
		{"user/list_bonuses", `[{"html":"` + evil + `"}]`, `[{"html":"` + clean + `"}]`, nil},
		{
			"casino/category_list", `[{"items":[{"image":"data:image/svg+xml,x"}]}]`, `[{"items":[{"image":""}]}]`,
			[]string{"[].items.[].image"},
		},
		{"casino/games_list", `[{"image":"//evil.test/a.png"}]`, `[{"image":""}]`, []string{"[].image"}},
		{"livecasino/game_table_list", `[{"image":"//evil.test/a.png"}]`, `[{"image":""}]`, []string{"[].image"}},
		{"casino/init_game", `{"url":"https://a.games.example/x?y=1"}`, `{"url":"https://a.games.example/x?y=1"}`, nil},
		{
			"prepayServices/processTransaction", `{"transaction_id":1,"url":"javascript:alert(1)"}`,
			`{"transaction_id":1,"url":""}`,
			[]string{"url"},
		},
		{
			"prepayServices/processTransaction", `{"transaction_id":1,"url":"https://pay.test/1"}`,
			`{"transaction_id":1,"url":"https://pay.test/1"}`, nil,
		},
		{"user/get_user_profile", `{"firstname":"<script>"}`, `{"firstname":"<script>"}`, nil},
		{
			"casino/games_list",
			`[{"gameID":9007199254740993,"x":9007199254740993, "categories":[9007199254740991,9007199254740992, 12345678901234567]}]`,
			`[{"gameID":"9007199254740993","x":9007199254740993, "categories":[9007199254740991,"9007199254740992", "12345678901234567"]}]`, nil,
		},
		{"casino/games_list", `null`, `null`, nil},
		{"casino/games_list", `{"image":1}`, `{"image":1}`, nil},
	} {
		got, refused, err := answered(t, row.call, row.data)
		require.NoError(t, err, row.call)
		assert.Equal(t, row.want, got, row.call)
		assert.Equal(t, row.refused, refused, row.call)
	}
}

// A game needs an address. Without one the call fails, and the page shows no empty frame.
func TestRefusedRequiredLinkIsABadAnswer(t *testing.T) {
	for _, url := range []string{"javascript:alert(1)", "https://evil.test/game", "//evil.test"} {
		_, _, err := answered(t, "casino/init_game", `{"url":"`+url+`"}`)
		assert.ErrorIs(t, err, bff.ReasonBadUpstreamAnswer, "%q", url)
	}
	_, _, err := answered(t, "casino/init_game", `{"url":""}`)
	assert.NoError(t, err, "an empty address, which the contract refuses")
}

func TestEveryURLOfAnAnswerIsALink(t *testing.T) {
	for _, file := range catalogue(t).Schemas() {
		if file.Name == "site.json" { // written by operators, not by platforms
			continue
		}
		assert.NotContains(t, fmt.Sprint(file.Defs), "common.json#/$defs/Url", "%s: a Url without the format link",
			file.Name)
	}
}

func TestUnchangedDataIsNotCopied(t *testing.T) {
	calls := catalogue(t)
	call, _ := calls.Lookup("casino", "games_list")
	game := `{"gameID":1,"name":"Game of the day","image":"/mock/art/cover/1.svg","categories":[27,58,63],"jackpot":0}`
	data := []byte("[" + strings.Repeat(game+",", 250) + game + "]")
	got, _, err := sanitise.Data(data, calls.Markup(call), sanitise.Origins{}, nil)
	assert.True(t, err == nil && &got[0] == &data[0], "copied: %v", err)
}

var (
	pages  = []string{"https://t.me"}
	images = []string{"https://cdn.example"}
)

func TestHTML(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"plain text", "a b", "a b"},
		{
			"structure", `<h2>a</h2><ul><li>b</li></ul><details><summary>c</summary><p>d</p></details>`,
			`<h2>a</h2><ul><li>b</li></ul><details><summary>c</summary><p>d</p></details>`,
		},
		{
			"a table", `<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>`,
			`<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>`,
		},
		{"a direction", `<p dir="rtl" lang="ar">a</p>`, `<p dir="rtl" lang="ar">a</p>`},
		{
			"an open disclosure", `<details open><summary>a</summary></details>`,
			`<details open=""><summary>a</summary></details>`,
		},
		{"a link of the site", `<a href="/slot?page=2&amp;q=1">a</a>`, `<a href="/slot?page=2&amp;q=1">a</a>`},
		{"an allowed link", `<a href="HTTPS://T.me/x" title="b">a</a>`, `<a href="https://t.me/x" title="b">a</a>`},
		{"a mail address", `<a href="mailto:help@brand.test">a</a>`, `<a href="mailto:help@brand.test">a</a>`},
		{"a telephone number", `<a href="tel:+902120000000">a</a>`, `<a href="tel:+902120000000">a</a>`},
		{"an image", `<img src="https://cdn.example/a.png" alt="b">`, `<img src="https://cdn.example/a.png" alt="b">`},
		{"an image of the site", `<img src="/media/a.png" alt="">`, `<img src="/media/a.png" alt="">`},

		{"a script", `<p>a</p><script>alert(1)</script>`, `<p>a</p>`},
		{"a script in capitals", `<ScRiPt src=//evil.test/x></sCrIpT>a`, `a`},
		{"an unclosed script", `a<script>alert(1)`, `a`},
		{"nested scripts", `<scr<script>ipt>alert(1)</scr</script>ipt>`, `ipt&gt;alert(1)ipt&gt;`},
		{"a handler", `<p onclick="alert(1)" ONMOUSEOVER=alert(1)>a</p>`, `<p>a</p>`},
		{"a handler after a slash", `<img/src="/a.png"/onerror=alert(1)>`, `<img src="/a.png">`},
		{"a javascript link", `<a href="javascript:alert(1)">a</a>`, `<a>a</a>`},
		{"a javascript link with entities", `<a href="&#106;&#x61;vascript&colon;alert(1)">a</a>`, `<a>a</a>`},
		{"a javascript link with a tab", "<a href=\"java\tscript:alert(1)\">a</a>", `<a>a</a>`},
		{"a javascript link after a control character", "<a href=\"\x01javascript:alert(1)\">a</a>", `<a>a</a>`},
		{"a data link", `<a href="data:text/html,<script>alert(1)</script>">a</a>`, `<a>a</a>`},
		{"a link to another site", `<a href="https://evil.test/x">a</a>`, `<a>a</a>`},
		{"a link without a scheme", `<a href="//evil.test">a</a>`, `<a>a</a>`},
		{"a link with backslashes", `<a href="/\evil.test">a</a>`, `<a>a</a>`},
		{"a link with user information", `<a href="https://t.me@evil.test">a</a>`, `<a>a</a>`},
		{"a mail address with a script", `<a href="mailto:a&#10;b">a</a>`, `<a>a</a>`},
		{"an image of another site", `<img src="https://evil.test/track.gif" alt="a">`, ``},
		{"a data image", `<img src="data:image/svg+xml,<svg onload=alert(1)>" alt="a">`, ``},
		{"a source set", `<img srcset="https://evil.test/a 1x" src="/a.png">`, `<img src="/a.png">`},
		{"styling", `<p style="background:url(//evil.test)" class="x" id="main">a</p><style>p{}</style>`, `<p>a</p>`},
		{"a form", `<form action="https://evil.test"><input name="password">a<button formaction="javascript:x">b</button></form>`, `ab`},
		{"a frame", `<iframe src="https://evil.test" srcdoc="<script>x</script>">b</iframe>a`, `a`},
		{"an object", `<object data="x.swf"><param name="a">b</object><embed src="x">a`, `a`},
		{"a base", `<base href="https://evil.test/">a`, `a`},
		{"a refresh", `<meta http-equiv="refresh" content="0;url=https://evil.test">a`, `a`},
		{"a stylesheet", `<link rel="stylesheet" href="https://evil.test/x.css">a`, `a`},
		{"svg", `<svg><script>alert(1)</script><a xlink:href="javascript:x">b</a></svg>a`, `a`},
		{"math", `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>a`, `a`},
		{"a noscript", `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>a`, `&#34;&gt;a`},
		{"a template", `<template><script>alert(1)</script></template>a`, `a`},
		{"a comment", `<!--<img src=x onerror=alert(1)>-->a`, `a`},
		{"a conditional comment", `<!--[if IE]><script>alert(1)</script><![endif]-->a`, `a`},
		{"a processing instruction", `<?xml version="1.0"?>a`, `a`},
		{
			"an attribute that ends early", `<a title="a&quot; onclick=&quot;alert(1)" href="/x">a</a>`,
			`<a href="/x">a</a>`,
		},
	} {
		got := sanitise.HTML(row.text, pages, images)
		assert.Equal(t, row.want, got, row.name)
		checkInert(t, got)
	}
}

// Content may contain hostile addresses in every notation.
func TestHostileAddressesInHTML(t *testing.T) {
	entities := func(text string) string {
		var out strings.Builder
		for _, r := range text {
			fmt.Fprintf(&out, "&#%d;", r)
		}
		return out.String()
	}
	const page = "https://casino.test/info/faq"
	allowed := []string{"https://casino.test", "https://t.me", "https://cdn.example", "mailto:", "tel:"}
	for _, address := range testkit.HostileAddresses(t) {
		for _, text := range []string{
			`<a href="` + html.EscapeString(address) + `">a</a>`,
			`<a href='` + html.EscapeString(address) + `'>a</a>`,
			`<a href="` + entities(address) + `">a</a>`,
			`<a href=" ` + strings.ToUpper(html.EscapeString(address)) + ` ">a</a>`,
			`<a href=` + address + `>a</a>`,
			`<a href="` + address + `">a</a>`,
			`<img src="` + entities(address) + `">`,
			`<img src=` + address + `>`,
			`<area href="` + entities(address) + `"><form action="` + entities(address) + `">`,
		} {
			got := sanitise.HTML(text, pages, images)
			checkInert(t, got)
			for _, to := range addressesOf(got) {
				assert.Contains(t, allowed, testkit.LeadsTo(page, to), "%.80q leads to %.80q", text, to)
			}
		}
	}
}

func addressesOf(text string) (out []string) {
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		if tokens.Next() == html.ErrorToken {
			return out
		}
		for _, a := range tokens.Token().Attr {
			if a.Key == "href" || a.Key == "src" {
				out = append(out, a.Val)
			}
		}
	}
}

// forbidden are parts of names that no element and no attribute of sanitised HTML has.
var forbidden = map[string]bool{
	"script": true, "style": true, "iframe": true, "object": true, "embed": true, "form": true, "input": true,
	"button": true, "base": true, "meta": true,
	"link": true, "svg": true, "math": true, "template": true, "noscript": true, "textarea": true, "select": true,
	"video": true, "audio": true, "title": true,
}

// checkInert parses HTML as a browser does and reports active content.
func checkInert(t *testing.T, text string) {
	t.Helper()
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken && kind != html.EndTagToken {
			require.True(t, kind != html.CommentToken && kind != html.DoctypeToken, "a comment in %q", text)
			continue
		}
		token := tokens.Token()
		require.True(t, !forbidden[token.Data], "<%s> in %q", token.Data, text)
		for _, a := range token.Attr {
			switch a.Key {
			case "href":
				lower := strings.ToLower(a.Val)
				if !strings.HasPrefix(lower, "mailto:") && !strings.HasPrefix(lower, "tel:") {
					require.Equal(t, a.Val, sanitise.Link(a.Val, pages), "href in %q", text)
				}
			case "src":
				require.Equal(t, a.Val, sanitise.Link(a.Val, images), "src in %q", text)
			case "dir", "lang", "open", "colspan", "rowspan", "start", "title", "alt":
			default:
				t.Fatalf("attribute %s in %q", a.Key, text)
			}
		}
	}
}

// FuzzHTML checks that sanitised HTML has no active content and that it is stable.
func FuzzHTML(f *testing.F) {
	for _, text := range []string{
		`<p>a</p><script>alert(1)</script>`, `<a href="javascript:alert(1)">a</a>`, `<img src=x onerror=alert(1)>`,
		`<svg><style><img src=x onerror=alert(1)></style></svg>`,
		`<math><mi//xlink:href="data:x,<script>alert(4)</script>">`, `<a href="https://t.me/x" title='"><script>'>`,
		`<p title="&lt;script&gt;">`, "<a href=\"\x00javascript:x\">",
		`<table><td><a href="/a?b=c&amp;d">x</a>`, `<!--><script>-->`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `&lt;script&gt;`,
		`<details open><summary>a`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := sanitise.HTML(text, pages, images)
		checkInert(t, got)
		require.Equal(t, got, sanitise.HTML(got, pages, images), "%q", text)
	})
}
