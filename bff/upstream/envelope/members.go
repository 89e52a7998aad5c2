package envelope

import "encoding/json"

// members calls visit for each member of the object raw, in order, with the value as written.
// raw must be valid JSON. Skipping over validated values costs a fraction of decoding them.
func members(raw []byte, visit func(key string, value []byte) error) error {
	i := skipSpace(raw, 0)
	if raw[i] != '{' {
		return errNotObject
	}
	i = skipSpace(raw, i+1)
	for raw[i] != '}' {
		end := skipString(raw, i)
		var key string
		if err := json.Unmarshal(raw[i:end], &key); err != nil {
			return err
		}
		start := skipSpace(raw, skipSpace(raw, end)+1) // +1 for the colon
		i = skipValue(raw, start)
		if err := visit(key, raw[start:i:i]); err != nil {
			return err
		}
		i = skipSpace(raw, i)
		if raw[i] == ',' {
			i = skipSpace(raw, i+1)
		}
	}
	return nil
}

// skipSpace returns the first index from i that is not white space.
func skipSpace(raw []byte, i int) int {
	for raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\n' || raw[i] == '\r' {
		i++
	}
	return i
}

// skipString returns the index after the string that starts at i.
func skipString(raw []byte, i int) int {
	for i++; raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipValue returns the index after the value that starts at i.
func skipValue(raw []byte, i int) int {
	switch raw[i] {
	case '"':
		return skipString(raw, i)
	case '{', '[':
		return skipNested(raw, i)
	}
	for ; ; i++ {
		switch raw[i] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
	}
}

// skipNested returns the index after the object or array that starts at i.
func skipNested(raw []byte, i int) int {
	for depth := 0; ; {
		switch raw[i] {
		case '"':
			i = skipString(raw, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		i++
		if depth == 0 {
			return i
		}
	}
}
