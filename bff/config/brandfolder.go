package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/contract"
)

// folders returns the directories in dir except hidden ones. Links to directories count, because
// mounted configurations use them.
func folders(files fs.FS, dir string) (out []string, err error) {
	entries, err := fs.ReadDir(files, dir)
	for _, e := range entries {
		if at := path.Join(dir, e.Name()); !strings.HasPrefix(e.Name(), ".") && isFolder(files, at) {
			out = append(out, at)
		}
	}
	return out, err
}

func isFolder(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.IsDir()
}

// readBrands reads the brands.
func (c *Config) readBrands(files *recorder, dir string) (faults Faults) {
	if c.HasFault("brands") {
		return nil
	}
	all, err := folders(files, dir)
	if err != nil {
		return Faults{c.file.fault([]string{"brands"},
			fmt.Sprintf("could not read the directory %s: %s", dir, rootCause(err)), "")}
	}
	for _, at := range all {
		b, found := c.readBrand(files, at)
		faults = append(faults, found...)
		if b == nil {
			continue
		}
		c.Brands = append(c.Brands, b)
		for _, h := range b.Hosts {
			if c.hosts[h] == nil {
				c.hosts[h] = b
			}
		}
	}
	if len(c.Brands)+len(faults) == 0 {
		problem := fmt.Sprintf("the directory %s contains no brand", dir)
		faults = Faults{c.file.fault([]string{"brands"}, problem, "a directory with a brand.yaml for each brand")}
	}
	return faults
}

// readBrand reads one brand directory. The brand is nil if the file cannot be decoded.
func (c *Config) readBrand(files *recorder, dir string) (*bff.Brand, Faults) {
	f := newBrandFile(&c.Server)
	doc, faults := read(files, path.Join(dir, "brand.yaml"), "brand", func(*document) Faults { return nil }, f)
	if doc == nil {
		return nil, faults
	}
	check := &checker{document: doc}
	f.completeTexts(c.source.Texts)
	f.check(check, path.Base(dir), &c.Server)
	if f.Images != nil {
		f.checkImages(check, files, dir, c.Server.Profile)
	}
	f.checkCalls(check, &c.Server, contractCalls())
	for i, h := range f.Hosts {
		if other := c.hosts[h]; other != nil && other.ID != f.ID {
			check.report(fmt.Sprintf("%s already belongs to brand %s", h, other.ID), "", "hosts", fmt.Sprint(i))
		}
	}
	datas, found := readFolder(files, path.Join(dir, "datas"), slices.Sorted(maps.Keys(dataFiles)))
	logos, more := readLogos(files, path.Join(dir, "logo"))
	texts, ofTexts := f.readTexts(check, files, path.Join(dir, "texts"), c.source.Texts)
	var b *bff.Brand
	if len(doc.broken) == 0 {
		f.warn(check, &c.Server, contractCalls())
		b = f.brand(&c.Server, datas, logos)
		more = append(more, c.readContent(files, dir, b)...)
		b.Texts = texts
	}
	for name := range dataFiles {
		if raw, ok := datas[name]; ok {
			found = append(found, c.dataFaults(b, path.Join(dir, "datas", name), raw)...)
		}
	}
	return b, slices.Concat(faults, doc.further(check.found), found, more, ofTexts)
}

// jsonFault returns the fault of a file that is not JSON, with the place of the error.
func jsonFault(file string, raw []byte) *Fault {
	var value any
	err := json.Unmarshal(raw, &value)
	if err == nil {
		return nil
	}
	at := len(raw)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(int(syntax.Offset)-1, 0), len(raw))
	}
	read := raw[:at]
	line := read[bytes.LastIndexByte(read, '\n')+1:]
	return &Fault{
		File: file, Line: 1 + bytes.Count(read, []byte("\n")), Column: 1 + utf8.RuneCount(line),
		Problem: "invalid JSON: " + err.Error(),
	}
}

// dataFaults returns the fault of a data file, if there is one. Without a brand, it checks no addresses.
func (c *Config) dataFaults(b *bff.Brand, file string, raw []byte) Faults {
	if fault := jsonFault(file, raw); fault != nil {
		return Faults{*fault}
	}
	value, _ := jsonOf(raw) // jsonFault has decoded it
	calls := contractCalls().catalogue
	if f := calls.CheckFields(dataFiles[path.Base(file)], value); f != nil {
		return Faults{{File: file, Field: f.Field, Problem: calls.Message("en", "rule."+f.Rule, f.Params)}}
	}
	if b == nil || c.source.Link == nil {
		return nil
	}
	if address := c.refusedAddress(b, "", value); address != "" {
		return Faults{{
			File: file, Problem: address + " is an address to which pages must not lead",
			Allowed: "a path of the site, or an address of an origin in origins.links or origins.images",
		}}
	}
	return nil
}

// addresses are the names of fields with addresses.
var addresses = map[string]contract.LinkTarget{
	"path": contract.TargetPage, "url": contract.TargetPage, "logo": contract.TargetImage,
}

// refusedAddress returns an address in a value of a data file that the brand does not allow, or "".
func (c *Config) refusedAddress(b *bff.Brand, field string, value any) (address string) {
	switch in := value.(type) {
	case []any:
		for _, item := range in {
			address = cmp.Or(address, c.refusedAddress(b, "", item))
		}
	case map[string]any:
		for name, value := range in { // readers may ignore case
			address = cmp.Or(address, c.refusedAddress(b, strings.ToLower(name), value))
		}
	case string:
		isOther := field == "path" && !strings.HasPrefix(in, "/")
		if target := addresses[field]; target != "" && in != "" && (isOther || !c.source.Link(b, target, in)) {
			return in
		}
	}
	return address
}

// dataFiles are the required data files of a brand directory, with their schemas in the contract.
var dataFiles = map[string]string{
	"header-menu.json": "Menu", "footer-menu.json": "Menu", "partners.json": "Partners",
	"investment-methods.json": "InvestmentMethods",
}

// logoFiles are the required logos of a brand directory.
var logoFiles = []string{"dark.svg", "light.svg", "mark.svg"}

// readLogos reads every SVG file of a logo directory and the optional icons. The three logo files
// are required.
func readLogos(files fs.FS, dir string) (map[string][]byte, Faults) {
	names := slices.Clone(logoFiles)
	svgs, _ := fs.Glob(files, path.Join(dir, "*.svg")) // fails for an invalid pattern only
	for _, f := range svgs {
		if name := path.Base(f); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, icon := range bff.Icons {
		if _, err := fs.Stat(files, path.Join(dir, icon.File)); err == nil {
			names = append(names, icon.File)
		}
	}
	assets, faults := readFolder(files, dir, names)
	return assets, append(faults, iconFaults(dir, assets)...)
}

// iconFaults returns the faults of icons that are not PNG images of the required size.
func iconFaults(dir string, assets map[string][]byte) Faults {
	var faults Faults
	for _, icon := range bff.Icons {
		raw, ok := assets[icon.File]
		if !ok {
			continue
		}
		c, err := png.DecodeConfig(bytes.NewReader(raw))
		if err != nil || c.Width != icon.Size || c.Height != icon.Size {
			faults = append(faults,
				Fault{File: path.Join(dir, icon.File), Problem: "must be a PNG image of " + icon.Sizes() + " pixels"})
		}
	}
	return faults
}

// readFolder reads the named files of dir. A missing file is a fault.
func readFolder(files fs.FS, dir string, names []string) (map[string][]byte, Faults) {
	out, faults := map[string][]byte{}, Faults(nil)
	for _, name := range names {
		raw, fault := readFile(files, path.Join(dir, name))
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		out[name] = raw
	}
	return out, faults
}

// BrandsDir returns the directory of the brands.
func (c *Config) BrandsDir() string {
	return filepath.Join(c.source.Dir, filepath.Dir(c.file.file), filepath.FromSlash(c.Server.BrandsDir))
}
