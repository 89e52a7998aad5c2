import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { onPageTitle } from '@/lib/page/usePageTitle';

/**
 * Announces the title of each page to screen readers after a navigation. If the focused element is
 * gone, it moves the focus to the page. The browser itself announces the first page.
 */
export function RouteAnnouncer() {
  const { key } = useLocation();
  const first = useRef(key);
  const navigated = useRef(false);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (key !== first.current) navigated.current = true;
  }, [key]);

  useEffect(
    () =>
      onPageTitle((next) => {
        if (!navigated.current) return;
        setTitle(next);
        const focusLost =
          document.activeElement === null || document.activeElement === document.body;
        if (focusLost) document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [],
  );

  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
