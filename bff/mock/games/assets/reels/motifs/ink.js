// The strokes that motifs share.

/** shine draws a light reflection along a path. */
export const shine = (path) => `<path d="${path}" fill="#fff" opacity=".45"/>`;
/** edge gives the outline in an ink. */
export const edge = (ink) =>
  `stroke="${ink}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"`;
/** ball draws a lit ball. */
export const ball = (x, y, r, fill, ink) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${edge(ink)}/>` +
  `<ellipse cx="${x - r * 0.35}" cy="${y - r * 0.42}" rx="${r * 0.3}" ry="${r * 0.18}" fill="#fff" opacity=".55"/>`;
/** leaf is a leaf at the top right. */
export const leaf =
  '<path d="M52 24C58 10 74 8 84 12 78 26 66 30 52 24Z" fill="#3fae49" stroke="#1d6b2b" stroke-width="3"/>';
/** burst gives the points of a star. */
export const burst = (points, outer, inner, turn = 0) =>
  Array.from({ length: points * 2 }, (_, i) => {
    const r = i % 2 ? inner : outer;
    const a = (Math.PI * i) / points - Math.PI / 2 + turn;
    return `${(50 + r * Math.cos(a)).toFixed(1)},${(50 + r * Math.sin(a)).toFixed(1)}`;
  }).join(' ');
/** letter draws a card letter. */
export const letter = (char) => (k) =>
  `<text x="50" y="84" text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" font-weight="900" ` +
  `font-size="96" fill="${k.f}" stroke="${k.d}" stroke-width="4" paint-order="stroke">${char}</text>`;
