package envelope

import "encoding/json"

// members calls visit for each member of the object raw, in order, with the value as it
// lies in raw. raw must be valid JSON: what has been validated is only skipped over here,
// which costs a fraction of decoding it.
func members(raw []byte, visit func(key string, value []byte) error) error {
	i := space(raw, 0)
	if raw[i] != '{' {
		return errNotObject
	}
	i = space(raw, i+1)
	for raw[i] != '}' {
		end := text(raw, i)
		var key string
		if err := json.Unmarshal(raw[i:end], &key); err != nil {
			return err
		}
		from := space(raw, space(raw, end)+1) // past the colon
		i = value(raw, from)
		if err := visit(key, raw[from:i:i]); err != nil {
			return err
		}
		i = space(raw, i)
		if raw[i] == ',' {
			i = space(raw, i+1)
		}
	}
	return nil
}

// space gives the first index at or after i that is no white space.
func space(raw []byte, i int) int {
	for raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\n' || raw[i] == '\r' {
		i++
	}
	return i
}

// text gives the index behind the string that begins at i.
func text(raw []byte, i int) int {
	for i++; raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// value gives the index behind the value that begins at i.
func value(raw []byte, i int) int {
	switch raw[i] {
	case '"':
		return text(raw, i)
	case '{', '[':
		return nested(raw, i)
	}
	for ; ; i++ {
		switch raw[i] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
	}
}

// nested gives the index behind the object or array that begins at i.
func nested(raw []byte, i int) int {
	for depth := 0; ; {
		switch raw[i] {
		case '"':
			i = text(raw, i)
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
