import { matchPath } from 'react-router';
import { onCLS, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import type { VitalsGame, VitalsReport, VitalsTime } from '@/contracts/types';
import { paths } from '../paths/paths';

/**
 * Collects the Web Vitals of this page load and the marks of started games. Sends them one time when
 * the page is hidden, without a cookie. Figures of later pages count for the first page.
 */
export function startVitals(): void {
  const metrics: Record<string, VitalsTime> = {};
  const collect = ({ name, value, entries }: MetricType) => {
    const component = componentOf(entries.at(-1) ?? {});
    metrics[name.toLowerCase()] = { value: Math.min(value, 60_000), component };
  };
  // Every change, because a later page removes the elements.
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(collect, { reportAllChanges: true });

  const send = () => {
    if (document.visibilityState === 'visible') return;
    document.removeEventListener('visibilitychange', send);
    const opened = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);
    const route = Object.values(paths).find((path) => matchPath(path.pattern, opened.pathname));
    const touchDevice = Math.min(screen.width, screen.height) < 600 ? 'phone' : 'tablet';
    const marks = performance.getEntriesByName('game-start', 'mark') as PerformanceMark[];
    // The first outcome of each opening counts.
    const games = new Map(
      marks.reverse().map((mark) => [mark.startTime, mark.detail as VitalsGame]),
    );
    const body = JSON.stringify({
      route: route?.pattern ?? 'other',
      device: matchMedia('(pointer: coarse)').matches ? touchDevice : 'desktop',
      release: __APP_VERSION__,
      metrics,
      games: [...games.values()].slice(0, 8),
    } satisfies VitalsReport);
    const options = { method: 'POST', keepalive: true, credentials: 'omit' } as const;
    fetch('/v1/vitals', { ...options, body }).catch(() => undefined); // offline
  };
  document.addEventListener('visibilitychange', send);
}

/** Returns the last three style classes of an element of a metric and its ancestors. */
function componentOf(entry: Partial<LargestContentfulPaint & PerformanceEventTiming>) {
  // The page replaces a picture of the shell by the same picture.
  const picture = [...document.images].find((image) => image.currentSrc === entry.url);
  const found = entry.element ?? entry.target ?? picture;
  let classes = '';
  for (let at = found instanceof Element ? found : null; at; at = at.parentElement)
    classes = `${at.getAttribute('class') ?? ''} ${classes}`;
  const matches = classes.matchAll(/(?:^| )_([A-Za-z][A-Za-z0-9]{0,18})_/g);
  const names = [...matches].map(([, name]) => name).slice(-3);
  return names.join(' ') || undefined;
}
