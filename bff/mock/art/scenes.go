package art

// Scenes paint the background of the motifs on w×h: the palette's sky, brightest at the hero's position,
// then a horizon and a pattern.

// span returns the width of a picture in covers, so that wide pictures get the same density.
func span(w, h float64) float64 { return w / h / 0.75 }

func fruitScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.36)
	c.rays(r, w*c.focus, h*0.36, 14+r.intn(5), "$1", 0.75)
	for range 7 {
		c.glow(r.between(0, w), r.between(0, h*0.8), r.between(14, 46)*h/400, "$1", r.between(0.15, 0.4))
	}
}

func gemScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.36)
	c.rays(r, w*c.focus, h*0.3, 9, "#fff", 0.4)
	n := int(5 * span(w, h))
	c.drawf(`<path d="%s" fill="{v $2 $4}" opacity=".75"/>`, peaks(r, w, h, h*0.62, h*0.3, n))
	c.drawf(`<path d="%s" fill="{v $1 $3@60 $4}" opacity=".5"/>`, peaks(r, w, h, h*0.74, h*0.26, n+2))
	c.drawf(`<g transform="translate(%s 0)rotate(180)translate(0-%s)"><path d="%s" fill="{v $3 $4}" opacity=".8"/></g>`, num(w), num(h*0.5), peaks(r, w, h*0.5, h*0.42, h*0.2, n))
}

func anatoliaScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.42)
	sun := (c.focus + r.between(-0.2, 0.2)) * w
	c.glow(sun, h*0.44, h*0.34, "#fff3cc", 0.8)
	c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="#fff6dc" opacity=".85"/>`, num(sun), num(h*0.44), num(h*0.13))
	c.drawf(`<path d="%s" fill="$2" opacity=".7"/>`, ridge(r, w, h, h*0.56, h*0.05, 5))
	// Fairy chimneys: tapering cones under a cap of harder stone.
	for i := range int(6 * span(w, h)) {
		x, s := w*(float64(i)+r.between(0, 0.8))/(6*span(w, h)), r.between(0.7, 1.5)*h/400
		c.drawf(`<g transform="translate(%s %s)scale(%s)" fill="{h $2 $3@60 $4}"><path d="M-26 120C-20 60-14 30-9 6H9C13 30 20 60 28 120z"/><path d="M-17 8C-15-8-6-20 1-26 8-18 16-8 17 8 8 13-8 13-17 8z" fill="{h $1 $3@60 $4}"/></g>`, num(x), num(h*0.56), num2(s))
	}
	for range 2 + r.intn(2) {
		c.place(motifs["anatolia"][3], r.between(0, w), r.between(h*0.06, h*0.3), r.between(0.16, 0.34)*h/400, 0, ` opacity=".75"`)
	}
	c.drawf(`<path d="%s" fill="{v $3 $4}"/>`, ridge(r, w, h, h*0.74, h*0.03, 4))
}

func seaScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.1)
	for range int(6 * span(w, h)) {
		x, t := r.between(-0.1, 1)*w, r.between(12, 40)*h/400
		c.drawf(`<path d="M%s-10h%sl%s %sh-%sz" fill="{v #fff #ffffff00}" opacity="%s"/>`, num(x), num(t), num(r.between(-80, 120)), num(h*0.8), num(t*2.6), num2(r.between(0.14, 0.34)))
	}
	c.drawf(`<path d="%s" fill="$3" opacity=".55"/>`, ridge(r, w, h, h*0.6, h*0.06, 4))
	c.drawf(`<path d="%s" fill="{v $3 $4}" opacity=".9"/>`, ridge(r, w, h, h*0.72, h*0.05, 5))
	for range int(5 * span(w, h)) {
		x, s := r.between(0, w), r.between(0.8, 1.7)*h/400
		c.drawf(`<path transform="translate(%s %s)scale(%s)" d="M0 60C-6 30 2 20-6 0M-2 34C-16 26-14 12-22 4M0 26C12 20 8 6 18-4M-4 16C2 8-2-4 4-14M13 8C20 8 22 2 27-2" fill="none" stroke="%s" stroke-width="6" stroke-linecap="round" opacity=".8"/>`, num(x), num(h*0.66), num2(s), []string{"$3", "$2", "$4"}[r.intn(3)])
	}
}

func spaceScene(c *canvas, r *rng, w, h float64) {
	c.drawf(`<path fill="{v $4 $3@42 $2@85}" d="M0 0h%sv%sH0z"/>`, num(w), num(h))
	for range 5 {
		c.glow(r.between(0, w), r.between(0, h*0.8), r.between(70, 170)*h/400, []string{"$2", "#7a5cff", "#ff5ab8", "#38c8ff"}[r.intn(4)], r.between(0.3, 0.65))
	}
	c.glow(w*c.focus, h*0.36, h*0.42, "$1", 0.7)
	d := ""
	for range int(60 * span(w, h)) {
		d += "M" + num(r.between(0, w)) + " " + num(r.between(0, h*0.8)) + "h0"
	}
	c.drawf(`<path d="%s" stroke="#fff" stroke-width="1.8" stroke-linecap="round" opacity=".85"/>`, d)
	c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="{v $2 $3@12 $4@35}" stroke="$1" stroke-width="3" stroke-opacity=".8"/>`, num(w*r.between(0.2, 0.8)), num(h*0.68+w*0.9), num(w*0.9))
}

func desertScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.38)
	x := w * (c.focus + r.between(-0.2, 0.2))
	c.glow(x, h*0.36, h*0.4, "#fff2c0", 0.7)
	c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="#fff4d0" opacity=".8"/>`, num(x), num(h*0.36), num(h*0.19))
	for range int(2 * span(w, h)) {
		px, s := r.between(0, w), r.between(50, 100)*h/400
		c.drawf(`<path d="M%s %sl%s-%s %s %sz" fill="$2"/><path d="M%s %sl%s %sh-%sz" fill="$3"/>`, num(px-s), num(h*0.62), num(s), num(s*0.9), num(s), num(s*0.9), num(px), num(h*0.62-s*0.9), num(s), num(s*0.9), num(s*0.7))
	}
	c.drawf(`<path d="%s" fill="{v $1 $2@30 $3}"/>`, ridge(r, w, h, h*0.6, h*0.04, 3))
	c.drawf(`<path d="%s" fill="{v $2 $3@40 $4}"/>`, ridge(r, w, h, h*0.69, h*0.05, 3))
	c.drawf(`<path d="%s" fill="{v $3 $4@50}"/>`, ridge(r, w, h, h*0.8, h*0.05, 2))
}

func forestScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.34)
	c.rays(r, w*(c.focus+0.1), -h*0.1, 16, "#fff", 0.4)
	trunks := func(n int, wide, opacity float64, fill string) {
		for range n {
			x, t := r.between(-0.05, 1.05)*w, wide*r.between(0.6, 1.3)*h/400
			bend := r.between(-14, 14)
			c.drawf(`<path d="M%s-5q%s %s %s %sh%sq-%s-%s-%s-%sz" fill="%s" opacity="%s"/>`, num(x), num(bend), num(h*0.4), num(-t*0.5), num(h*0.85), num(t*2), num(t*0.9), num(h*0.3), num(t*0.7), num(h*0.85), fill, num2(opacity))
		}
	}
	trunks(int(7*span(w, h)), 9, 0.5, "$2")
	c.glow(w*c.focus, h*0.4, h*0.36, "$1", 0.6)
	trunks(int(4*span(w, h)), 17, 0.75, "{h $3 $4}")
	c.drawf(`<path d="%s" fill="{v $2 $3@50 $4}"/>`, clouds(r, w, h, h*0.72, h*0.1))
	c.drawf(`<g transform="translate(%s 0)rotate(180)translate(0-%s)"><path d="%s" fill="{v $3 $4@60}" opacity=".92"/></g>`, num(w), num(h*0.14), clouds(r, w, h*0.14, h*0.09, h*0.12))
}

func neonScene(c *canvas, r *rng, w, h float64) {
	c.drawf(`<path fill="{v $4 $3@40 $2@68 $1@72}" d="M0 0h%sv%sH0z"/>`, num(w), num(h))
	sx, sy, sr := w*(c.focus+r.between(-0.14, 0.14)), h*0.4, h*0.27
	c.glow(sx, sy, sr*1.7, "$1", 0.6)
	id := c.define("sun", `<clipPath id="%[1]s"><path d="M0 0H%[2]sV%[3]sH0z"/></clipPath>`, num(w), num(sy+sr*0.86))
	c.drawf(`<g clip-path="url(#%s)"><circle cx="%s" cy="%s" r="%s" fill="{v $5 $6@45 $2}"/></g>`, id, num(sx), num(sy), num(sr))
	for i := range 5 {
		f := float64(i)
		c.drawf(`<path d="M%s %sh%s" stroke="$3" stroke-width="%s"/>`, num(sx-sr), num(sy+sr*(0.05+f*0.19)), num(sr*2), num((1.5+f*1.6)*h/400))
	}
	d := "M0 " + num(h*0.66)
	for x := 0.0; x < w; {
		s := r.between(12, 30) * h / 400
		d += "V" + num(h*r.between(0.4, 0.6)) + "h" + num(s)
		x += s
	}
	c.drawf(`<path d="%sV%sH0z" fill="{v $3 $4}"/>`, d, num(h*0.68))
	lights := ""
	for range int(50 * span(w, h)) {
		lights += "M" + num(r.between(0, w)) + " " + num(r.between(0.52, 0.65)*h) + "h2.5"
	}
	c.drawf(`<path d="%s" stroke="$6" stroke-width="2.5" opacity=".7"/><path fill="{v $4 $3}" d="M0 %sh%sV%sH0z"/>`, lights, num(h*0.66), num(w), num(h))
	grid := ""
	for i := range 6 {
		grid += "M0 " + num(h*(0.66+0.34*float64(i*i)/30)) + "h" + num(w)
	}
	for i := -9; i <= 9; i++ {
		grid += "M" + num(w*(c.focus+float64(i)*0.055)) + " " + num(h*0.66) + "L" + num(w*(c.focus+float64(i)*0.26)) + " " + num(h)
	}
	c.drawf(`<path d="%s" fill="none" stroke="$1" stroke-width="1.4" opacity=".6"/>`, grid)
}

func sweetsScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.36)
	c.rays(r, w*c.focus, h*0.5, 12, "#fff", 0.5)
	c.drawf(`<path d="%s" fill="#fff" opacity=".45"/>`, clouds(r, w, h*0.64, h*0.5, h*0.16))
	c.drawf(`<path d="%s" fill="{v #fff $1@30 $2}" opacity=".9"/>`, clouds(r, w, h, h*0.6, h*0.22))
	c.drawf(`<path d="%s" fill="{v $1 $2@35 $3@80}"/>`, ridge(r, w, h, h*0.7, h*0.05, 3))
	// Icing drips from the upper edge.
	d := "M0-5H" + num(w)
	for x := w; x > 0; {
		s := r.between(16, 34) * h / 400
		drop := r.between(8, 44) * h / 400
		d += "v" + num(drop) + "a" + num(s/2) + " " + num(s/2) + " 0 0 1-" + num(s) + " 0V" + num(r.between(8, 16)*h/400)
		x -= s
	}
	c.drawf(`<path d="%sz" fill="{v #fff $1@140}" opacity=".92"/>`, d)
}

func mythScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.34)
	c.rays(r, w*c.focus, h*0.2, 13, "#fff", 0.6)
	c.drawf(`<path d="%s" fill="{v $2 $3}" opacity=".55"/>`, peaks(r, w, h, h*0.62, h*0.22, 3))
	c.drawf(`<path d="%s" fill="{v #fff $1@25 $2}" opacity=".7"/>`, clouds(r, w, h, h*0.62, h*0.15))
	for _, x := range []float64{0.035, 0.965} {
		c.drawf(`<g transform="translate(%s 0)scale(%s)"><path d="M-24-5H24V22L20 28H-20L-24 22z" fill="{h #fff $1@40 $3}"/><path d="M-18 28H18L20 400H-20z" fill="{h #fff $1@30 $2@60 $3}"/><path d="M-10 28V400M-2 28V400M6 28V400M13 28V400" stroke="$3" stroke-width="2.5" opacity=".5"/></g>`, num(w*x), num2(h/400))
	}
	c.drawf(`<path d="%s" fill="{v $1 $2@30 $3}" opacity=".85"/>`, clouds(r, w, h, h*0.74, h*0.14))
}

func cardScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.34)
	suits := []string{spadePath, heartPath, clubPath, diamondPath}
	id := c.define("dam", `<pattern id="%[1]s" width="64" height="64" patternUnits="userSpaceOnUse" patternTransform="rotate(45)scale(%[4]s)"><path d="M0 0H64V64" fill="none" stroke="$1" stroke-width="1.4"/><path transform="translate(32 32)rotate(-45)scale(.5)" d="%[2]s" fill="$1"/><path transform="rotate(-45)scale(.3)" d="%[3]s" fill="$1"/></pattern>`,
		suits[r.intn(4)], suits[3], num2(h/400))
	c.drawf(`<path fill="url(#%s)" opacity=".22" d="M0 0h%sv%sH0z"/>`, id, num(w), num(h))
	c.drawf(`<g fill="{v #fff #ffffff00}" opacity=".4"><path d="M%s-10h%sL%s %sH%sz"/><path d="M%s-10h%sL%s %sH%sz"/></g>`,
		num(w*0.1), num(w*0.08), num(w*(c.focus+0.25)), num(h*0.8), num(w*(c.focus-0.14)), num(w*0.82), num(w*0.08), num(w*(c.focus+0.14)), num(h*0.8), num(w*(c.focus-0.25)))
	for side, x := range []float64{0, w} {
		c.drawf(`<path transform="translate(%s 0)scale(%s %s)" d="M0-5H66C64 70 44 150 20 210 34 230 30 300 40 405H0z" fill="{h $3 $2@25 $3@45 $2@65 $4}"/>`, num(x), num2([]float64{1, -1}[side]*h/400), num2(h/400))
	}
	c.drawf(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="{c $1 $2@40 $3@75 $4}" opacity=".8"/>`, num(w*c.focus), num(h*0.84), num(w*0.7), num(h*0.2))
}

func goldScene(c *canvas, r *rng, w, h float64) {
	c.sky(0.38)
	c.rays(r, w*c.focus, h*0.34, 12, "#fff3c0", 0.6)
	c.drawf(`<path d="%s" fill="{v $2 $3}" opacity=".8"/>`, peaks(r, w, h, h*0.62, h*0.26, int(3*span(w, h))))
	c.drawf(`<path d="%s" fill="{v $3 $4}"/>`, peaks(r, w, h, h*0.74, h*0.12, int(4*span(w, h))))
	// The mouth of the mine frames the picture: rock on both sides, a beam above.
	rock := func(flip float64, x float64) {
		c.drawf(`<path transform="translate(%s 0)scale(%s %s)" d="M0-5H%d L%d 60 %d 110 %d 190 %d 260 %d 330 %d 405H0z" fill="{h $4 $4@40 $3}"/>`, num(x), num2(flip*h/400), num2(h/400), 50+r.intn(20), 24+r.intn(20), 34+r.intn(16), 16+r.intn(16), 30+r.intn(18), 20+r.intn(20), 54+r.intn(20))
	}
	rock(1, 0)
	rock(-1, w)
	c.drawf(`<g transform="scale(%s)"><path d="M-5 8H%sV32H-5z" fill="{v #c88a4a #6a3c16@55 #2c1404}"/><path d="M-5 16H%sM-5 24H%s" stroke="#2c1404" stroke-width="1.6" opacity=".5"/></g>`, num2(h/400), num(w*400/h+5), num(w*400/h), num(w*400/h))
	for range int(4 * span(w, h)) {
		c.place(motifs["gold"][1], r.between(0, w), h*r.between(0.74, 0.84), r.between(0.2, 0.4)*h/400, r.between(0, 360), "")
	}
}
