import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { onPageTitle } from '@/lib/page/usePageTitle';

/**
 * Announces the title of each page after a navigation to screen readers, and moves the focus to the page when the
 * focused element was removed with the previous one. The browser itself announces the first page.
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
