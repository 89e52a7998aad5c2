import { useEffect, useMemo, type ReactNode } from 'react';
import { useCmscontrollerGetSpecialDateInf } from '@/contracts/hooks/cmscontroller';
import type { SpecialDate } from '@/contracts/types';
import { usePhases } from '@/lib/content/phase';
import css from './Garland.module.css';

/** Width and height of a repeated part of the garland, in pixels. */
const width = 144;
const height = 26;

/** The string of one part, which sags between two points. */
const string = `M0 3 Q${width / 4} 15 ${width / 2} 3 T${width} 3`;

const shapes: Record<Ornament, ReactNode> = {
  lights: [18, 54, 90, 126].map((x, index) => (
    <g key={x} className={css.light} data-at={index}>
      <rect x={x - 2} y={index % 2 ? 6 : 7} width="4" height="4" rx="1" fill="var(--c-text-dim)" />
      <ellipse cx={x} cy="15" rx="4" ry="6" />
    </g>
  )),
  hearts: [36, 108].map((x, index) => (
    <path
      key={x}
      data-at={index}
      className={css.light}
      d={`M${x} 23 C${x - 12} 14 ${x - 7} 6 ${x} 11 C${x + 7} 6 ${x + 12} 14 ${x} 23Z`}
    />
  )),
  flags: [12, 36, 60, 84, 108, 132].map((x, index) => (
    <path key={x} d={`M${x - 9} 6 h18 v14 l-9 -4 -9 4Z`} fill={index % 2 ? '#fff' : '#d5202e'} />
  )),
  suns: [36, 108].map((x) => (
    <g key={x} className={css.light} data-at="0">
      <circle cx={x} cy="15" r="5" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <rect
          key={angle}
          x={x - 1}
          y="5"
          width="2"
          height="3.4"
          rx="1"
          transform={`rotate(${angle} ${x} 15)`}
        />
      ))}
    </g>
  )),
  pennants: [12, 36, 60, 84, 108, 132].map((x, index) => (
    <path key={x} className={css.light} data-at={index % 4} d={`M${x - 9} 7 h18 l-9 15Z`} />
  )),
};

/**
 * Decorates the site on a special date. `data-occasion` on the root contains the theme's name for a
 * brand's own styles.
 */
export default function Garland() {
  const occasion = useOccasion();
  const theme = occasion?.theme;
  useEffect(() => {
    if (!theme) return;
    document.documentElement.dataset.occasion = theme;
    return () => {
      delete document.documentElement.dataset.occasion;
    };
  }, [theme]);
  if (!occasion) return null;
  return (
    <svg className={css.garland} role="img" aria-label={occasion.title} height={height}>
      <defs>
        <pattern id="garland" width={width} height={height} patternUnits="userSpaceOnUse">
          <path d={string} fill="none" stroke="var(--c-text-dim)" strokeOpacity="0.7" />
          {shapes[ornamentOf(occasion.theme)]}
        </pattern>
      </defs>
      <rect width="100%" height={height} fill="url(#garland)" />
    </svg>
  );
}

/** The kinds of decorations on the garland. */
type Ornament = 'lights' | 'hearts' | 'flags' | 'suns' | 'pennants';

/** The ornaments by a part of the platform's theme name, with pennants for other themes. */
const ornaments: readonly (readonly [RegExp, Ornament])[] = [
  [/new-?year|christmas|winter|yilbasi/, 'lights'],
  [/valentine|love|sevgililer|mother/, 'hearts'],
  [/republic|national|victory|independence|cumhuriyet|zafer/, 'flags'],
  [/summer|spring|yaz/, 'suns'],
];

/** Returns the ornament of a theme. */
export const ornamentOf = (theme: string): Ornament =>
  ornaments.find(([name]) => name.test(theme.toLowerCase()))?.[1] ?? 'pennants';

/** Returns the current special date, which is published and in its period. */
function useOccasion(): SpecialDate | undefined {
  const { data } = useCmscontrollerGetSpecialDateInf({});
  const published = useMemo(() => data?.filter(({ Status }) => Status === 1), [data]);
  return usePhases(published)?.active[0];
}
