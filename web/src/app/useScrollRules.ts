import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paths } from './paths';

/** Lists whose filters are pages: moving among them keeps the place (spec §2, navigation rules). */
const keeping = [paths.slots.pattern, paths.live.pattern];

const listOf = (pathname: string) =>
  keeping.find((list) => pathname === list || pathname.startsWith(`${list}/`));

/** Whether going from one page to another leaves the scroll position alone. */
export function keepsScroll(from: string, to: string): boolean {
  const list = listOf(to);
  return list !== undefined && list === listOf(from) && to !== list;
}

/** How long a page may take until it is long enough to scroll to where one was: milliseconds. */
const patience = 1500;

/** Top of the page on navigation, the old place on the way back, nothing among the pages of one list. */
export function useScrollRules(): void {
  const { pathname, key } = useLocation();
  const kind = useNavigationType();
  const last = useRef({ pathname, key });
  const places = useRef(new Map<string, number>());

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.current.set(last.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const from = last.current.pathname;
    if (last.current.key === key) return;
    last.current = { pathname, key };
    if (kind === 'POP') return restore(places.current.get(key) ?? 0);
    if (from !== pathname && !keepsScroll(from, pathname)) window.scrollTo(0, 0);
  }, [pathname, key, kind]);
}

/** Scrolls as soon as the page is long enough; a player's own scrolling wins. */
function restore(top: number): () => void {
  const until = performance.now() + patience;
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const turn = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 2 && performance.now() < until) {
      frame = requestAnimationFrame(turn);
    }
  };
  turn();
  for (const name of ['wheel', 'touchstart', 'keydown'] as const) {
    window.addEventListener(name, stop, { once: true, passive: true });
  }
  return stop;
}
