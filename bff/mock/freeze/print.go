package freeze

import (
	"bytes"
	"strconv"
	"strings"
)

// lineWidth is how long what stands on one line may be.
const lineWidth = 160

// printNode writes a node for people: what fits stands on one line.
func printNode(b *bytes.Buffer, node any) { pretty(b, node, 0) }

func pretty(b *bytes.Buffer, node any, depth int) {
	at := b.Len()
	compact(b, node)
	if b.Len()-at <= lineWidth {
		return
	}
	switch n := node.(type) {
	case *object:
		b.Truncate(at)
		rows := n.rows()
		block(b, '{', '}', depth, len(rows), func(i int) {
			b.WriteString(string(quoted(rows[i].name)) + ": ")
			pretty(b, rows[i].node, depth+1)
		})
	case list:
		b.Truncate(at)
		block(b, '[', ']', depth, len(n), func(i int) { pretty(b, n[i], depth+1) })
	}
}

func block(b *bytes.Buffer, from, to byte, depth, n int, row func(int)) {
	b.WriteByte(from)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + strings.Repeat(" ", depth+1))
		row(i)
	}
	b.WriteString("\n" + strings.Repeat(" ", depth))
	b.WriteByte(to)
}

// rows are the members of an object with its id first.
func (o *object) rows() []member {
	if o.id == 0 {
		return o.members
	}
	return append([]member{{"$id", literal(strconv.Itoa(o.id))}}, o.members...)
}

// compact writes a node without a space that is not needed for reading.
func compact(b *bytes.Buffer, node any) {
	switch n := node.(type) {
	case literal:
		b.WriteString(string(n))
	case reference:
		b.WriteString(`{"$ref": ` + strconv.Itoa(n.to.id) + `}`)
	case list:
		b.WriteByte('[')
		for i, item := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			compact(b, item)
		}
		b.WriteByte(']')
	case *object:
		b.WriteByte('{')
		for i, m := range n.rows() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(string(quoted(m.name)) + ": ")
			compact(b, m.node)
		}
		b.WriteByte('}')
	}
}
