import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location, type NavigationType } from 'react-router';
import { withoutDeposit } from '@/lib/deposit/openDeposit';
import { paths } from '@/lib/paths/paths';
import { isLoginPage } from '@/lib/session/useSession';

/** Lists with filters in their path. Navigation between them keeps the scroll position. */
const filteredLists = [paths.slots.pattern, paths.live.pattern];

const listOf = (pathname: string) =>
  filteredLists.find((list) => pathname === list || pathname.startsWith(`${list}/`));

type PageLocation = Pick<Location, 'pathname' | 'search'>;

const addressOf = ({ pathname, search }: PageLocation) => pathname + search;

/** Returns whether navigation between two paths keeps the scroll position. */
export function keepsScroll(from: string, to: string): boolean {
  const list = listOf(to);
  return list !== undefined && list === listOf(from) && to !== list;
}

/** The maximum wait for a page that is long enough to restore its scroll position: milliseconds. */
const restoreTimeoutMs = 1500;

/**
 * Returns whether a navigation scrolls to the top. It does for another page, or for another part in
 * its query, such as a payment method. A filter and the deposit drawer do not scroll.
 */
export function goesToTop(
  from: PageLocation,
  to: PageLocation,
  kind: `${NavigationType}`,
): boolean {
  if (keepsScroll(from.pathname, to.pathname)) return false;
  return (
    from.pathname !== to.pathname ||
    (kind === 'PUSH' && withoutDeposit(from.search) !== withoutDeposit(to.search))
  );
}

/** Scrolls to the top or restores the position after a navigation, and keeps it within one list. */
export function useScrollRules(): void {
  const { pathname, search, key } = useLocation();
  const kind = useNavigationType();
  const last = useRef({ pathname, search, key });
  const positions = useRef(new Map<string, number>());
  const beforeLogin = useRef({ address: '', top: 0 });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const savePosition = () => positions.current.set(last.current.key, window.scrollY);
    window.addEventListener('scroll', savePosition, { passive: true });
    return () => window.removeEventListener('scroll', savePosition);
  }, []);

  useLayoutEffect(() => {
    const from = last.current;
    if (from.key === key) return;
    const to = { pathname, search, key };
    last.current = to;
    const top = positions.current.get(key) ?? 0;
    if (kind === 'POP') return restore(top);
    const [leavesLogin, entersLogin] = [from, to].map((item) => isLoginPage(item.pathname));
    if (entersLogin && !leavesLogin) {
      beforeLogin.current = { address: addressOf(from), top: positions.current.get(from.key) ?? 0 };
    }
    if (leavesLogin && beforeLogin.current.address === addressOf(to)) {
      return restore(beforeLogin.current.top);
    }
    if (goesToTop(from, to, kind)) window.scrollTo(0, 0);
  }, [pathname, search, key, kind]);
}

/** Scrolls when the page is long enough. Stops when the player scrolls. */
function restore(top: number): () => void {
  const deadline = performance.now() + restoreTimeoutMs;
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 2 && performance.now() < deadline) {
      frame = requestAnimationFrame(step);
    }
  };
  step();
  for (const name of ['wheel', 'touchstart', 'keydown'] as const) {
    window.addEventListener(name, stop, { once: true, passive: true });
  }
  return stop;
}
