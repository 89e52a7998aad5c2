/** The balls of the picture with position, radius and number. The first ball is in front. */
const balls = [
  { x: 196, y: 96, r: 58, number: 7 },
  { x: 84, y: 128, r: 44, number: 22 },
  { x: 286, y: 160, r: 36, number: 90 },
  { x: 128, y: 44, r: 26, number: 13 },
  { x: 268, y: 52, r: 20, number: 51 },
];

/** A decorative picture of bingo balls in the colours of the brand. */
export function BingoArt({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 340 210" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="bingo-ball" cx="36%" cy="28%" r="80%">
          <stop offset="0" stopColor="#fff" stopOpacity="0.55" />
          <stop offset="0.4" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.35" />
        </radialGradient>
        <linearGradient id="bingo-brand" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--gradient-from)" />
          <stop offset="1" stopColor="var(--gradient-to)" />
        </linearGradient>
      </defs>
      {[...balls].reverse().map(({ x, y, r, number }) => (
        <g key={number}>
          <ellipse cx={x} cy={y + r * 1.02} rx={r * 0.8} ry={r * 0.16} fill="#000" opacity="0.25" />
          <circle cx={x} cy={y} r={r} fill="url(#bingo-brand)" />
          <circle cx={x} cy={y} r={r * 0.56} fill="#fff" />
          <text
            x={x}
            y={y + r * 0.22}
            fill="#1a1a22"
            fontSize={r * 0.62}
            fontWeight="800"
            textAnchor="middle"
            direction="ltr"
          >
            {number}
          </text>
          <circle cx={x} cy={y} r={r} fill="url(#bingo-ball)" />
        </g>
      ))}
    </svg>
  );
}
