/** A decorative picture of a pitch with a ball, in the colours of the brand. */
export function PitchArt({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="pitch-grass" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0f5136" />
          <stop offset="1" stopColor="#1d8a58" />
        </linearGradient>
        <radialGradient id="pitch-light" cx="50%" cy="0%" r="90%">
          <stop offset="0" stopColor="var(--gradient-from)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--gradient-to)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="pitch-ball" cx="36%" cy="28%" r="85%">
          <stop offset="0" stopColor="#fff" />
          <stop offset="0.6" stopColor="#e6e9ef" />
          <stop offset="1" stopColor="#8b93a5" />
        </radialGradient>
        <clipPath id="pitch-clip">
          <circle cx="446" cy="226" r="92" />
        </clipPath>
      </defs>
      <rect width="640" height="360" fill="#07131d" />
      <rect width="640" height="200" fill="url(#pitch-light)" />
      {[70, 200, 330, 460, 590].map((x) => (
        <g key={x}>
          <rect x={x - 26} y="34" width="52" height="20" rx="4" fill="#fff" opacity="0.85" />
          <path
            d={`M${x - 26} 54 L${x - 120} 210 L${x + 120} 210 L${x + 26} 54Z`}
            fill="#fff"
            opacity="0.05"
          />
        </g>
      ))}
      <path d="M0 176 H640 V360 H0Z" fill="url(#pitch-grass)" />
      {[-160, 0, 160, 320, 480, 640].map((x) => (
        <path
          key={x}
          d={`M${320 + (x - 240) * 0.5} 176 h60 L${x + 200} 360 h-150Z`}
          fill="#fff"
          opacity="0.05"
        />
      ))}
      <g fill="none" stroke="#fff" strokeOpacity="0.75" strokeWidth="4">
        <path d="M-10 206 H650" />
        <ellipse cx="250" cy="330" rx="190" ry="62" />
        <path d="M250 206 V360" />
      </g>
      <ellipse cx="446" cy="322" rx="86" ry="15" opacity="0.35" />
      <circle cx="446" cy="226" r="92" fill="url(#pitch-ball)" />
      <g clipPath="url(#pitch-clip)" fill="#1a2130">
        <path d="M446 190 l34 25 -13 40 h-42 l-13 -40z" />
        <path d="M446 116 l30 22 -30 22 -30 -22z" />
        <path d="M350 196 l28 18 -8 34 -34 8z M542 196 l-28 18 8 34 34 8z" />
        <path d="M398 306 l24 -22 30 14 -8 34z M494 306 l-24 -22 -18 14 8 34z" />
      </g>
      <g fill="none" stroke="#1a2130" strokeWidth="4" clipPath="url(#pitch-clip)">
        <path d="M446 190 V160 M480 215 L514 214 M412 215 L378 214 M467 255 L480 286 M425 255 L414 286" />
      </g>
    </svg>
  );
}

const lanes = [0, 1, 2, 3];

/** A decorative picture of a race track with a rocket, in the colours of the brand. */
export function TrackArt({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="track-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0b1024" />
          <stop offset="1" stopColor="var(--gradient-to)" stopOpacity="0.75" />
        </linearGradient>
        <linearGradient id="track-brand" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--gradient-from)" />
          <stop offset="1" stopColor="var(--gradient-to)" />
        </linearGradient>
        <linearGradient id="track-flame" x1="1" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff3c4" />
          <stop offset="0.4" stopColor="var(--gradient-from)" />
          <stop offset="1" stopColor="var(--gradient-to)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="640" height="360" fill="#0b1024" />
      <rect width="640" height="230" fill="url(#track-sky)" />
      {[40, 96, 150, 238, 300, 372, 560, 604].map((x, index) => (
        <circle
          key={x}
          cx={x}
          cy={24 + ((index * 47) % 110)}
          r={1.6 + (index % 3)}
          fill="#fff"
          opacity="0.8"
        />
      ))}
      <path
        d="M0 200 C90 168 150 214 240 190 S400 176 470 196 S600 176 640 192 V260 H0Z"
        fill="#101a33"
      />
      <path d="M-20 360 C120 214 420 190 660 236 V360Z" fill="#3a2b3d" />
      <g fill="none" stroke="#fff" strokeOpacity="0.6" strokeWidth="3">
        {lanes.map((lane) => (
          <path
            key={lane}
            d={`M${20 + lane * 120} 364 C${200 + lane * 70} ${250 + lane * 16} ${430 + lane * 30} ${232 + lane * 18} 660 ${252 + lane * 26}`}
          />
        ))}
      </g>
      <g fill="#fff" opacity="0.9">
        {[0, 1, 2, 3, 4, 5].map((row) =>
          [0, 1].map((column) => (
            <rect
              key={`${row}${column}`}
              x={96 + column * 14 + row * 4}
              y={262 + row * 14 + (column % 2) * 7}
              width="12"
              height="7"
            />
          )),
        )}
      </g>
      <g transform="translate(430 130) rotate(38)">
        <path d="M-22 74 Q0 210 22 74Z" fill="url(#track-flame)" />
        <path d="M0 -96 C44 -50 46 30 26 76 H-26 C-46 30 -44 -50 0 -96Z" fill="#f4f6fb" />
        <path d="M0 -96 C44 -50 46 30 26 76 H4 C20 20 22 -50 0 -96Z" fill="#000" opacity="0.12" />
        <path d="M-30 30 L-58 82 L-24 70Z M30 30 L58 82 L24 70Z" fill="url(#track-brand)" />
        <path
          d="M0 -96 C18 -78 28 -58 32 -38 H-32 C-28 -58 -18 -78 0 -96Z"
          fill="url(#track-brand)"
        />
        <circle r="19" cy="-2" fill="#16203c" stroke="#c5ccdc" strokeWidth="6" />
        <circle r="6" cx="-6" cy="-8" fill="#fff" opacity="0.7" />
      </g>
    </svg>
  );
}
