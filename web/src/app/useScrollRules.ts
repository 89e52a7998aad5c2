import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location, type NavigationType } from 'react-router';
import { paths } from '@/lib/paths';

/** Lists whose filters are pages: moving among them keeps the place (spec §2, navigation rules). */
const keeping = [paths.slots.pattern, paths.live.pattern];

const listOf = (pathname: string) =>
  keeping.find((list) => pathname === list || pathname.startsWith(`${list}/`));

type Place = Pick<Location, 'pathname' | 'search'>;

/** Whether going from one page to another leaves the scroll position alone. */
export function keepsScroll(from: string, to: string): boolean {
  const list = listOf(to);
  return list !== undefined && list === listOf(from) && to !== list;
}

/** How long a page may take until it is long enough to scroll to where one was: milliseconds. */
const patience = 1500;

/**
 * Whether a step leads to the top of the page: to another one, and to another part of one that its query names
 * (a way to pay among all); what a filter writes over the address in place does not.
 */
export function goesToTop(from: Place, to: Place, kind: `${NavigationType}`): boolean {
  if (keepsScroll(from.pathname, to.pathname)) return false;
  return from.pathname !== to.pathname || (kind === 'PUSH' && from.search !== to.search);
}

/** Top of the page on navigation, the old place on the way back, nothing among the pages of one list. */
export function useScrollRules(): void {
  const { pathname, search, key } = useLocation();
  const kind = useNavigationType();
  const last = useRef({ pathname, search, key });
  const places = useRef(new Map<string, number>());

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.current.set(last.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const from = last.current;
    if (from.key === key) return;
    const to = { pathname, search, key };
    last.current = to;
    if (kind === 'POP') return restore(places.current.get(key) ?? 0);
    if (goesToTop(from, to, kind)) window.scrollTo(0, 0);
  }, [pathname, search, key, kind]);
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
