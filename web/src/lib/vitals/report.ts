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
    const body = JSON.stringify({
      route: route?.pattern ?? 'other',
      device: matchMedia('(pointer: coarse)').matches ? touchDevice : 'desktop',
      release: __APP_VERSION__,
      metrics,
      games: marks.slice(0, 8).map(({ detail }) => detail as VitalsGame),
    } satisfies VitalsReport);
    const options = { method: 'POST', keepalive: true, credentials: 'omit' } as const;
    fetch('/v1/vitals', { ...options, body }).catch(() => undefined); // offline
  };
  document.addEventListener('visibilitychange', send);
}

type Entry = Partial<LargestContentfulPaint & PerformanceEventTiming>;

/** Returns the names of the last three style classes of an element and its ancestors. */
function componentOf({ element, target, url }: Entry): string | undefined {
  // The page replaces a picture of the shell by the same picture.
  const picture = [...document.images].find((image) => image.currentSrc === url);
  let classes = '';
  for (
    let node: Node | null | undefined = element ?? target ?? picture;
    node;
    node = node.parentNode
  )
    if (node instanceof Element) classes = `${node.getAttribute('class') ?? ''} ${classes}`;
  const names = [...classes.matchAll(/(?:^| )_([A-Za-z][A-Za-z0-9]{0,18})_/g)];
  return (
    names
      .map(([, name]) => name)
      .slice(-3)
      .join(' ') || undefined
  );
}
