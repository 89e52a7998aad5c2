import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { onPageTitle } from '@/lib/page/usePageTitle';

/**
 * What a browser does for a page that it loads: says its title to who does not see it come, and lets the keyboard
 * begin in it where the focus has gone with the page before. The first page is the browser's own to tell.
 */
export function RouteAnnouncer() {
  const { key } = useLocation();
  const first = useRef(key);
  const now = useRef(key);
  const [title, setTitle] = useState('');

  useEffect(() => {
    now.current = key;
  }, [key]);

  useEffect(
    () =>
      onPageTitle((said) => {
        if (now.current === first.current) return;
        setTitle(said);
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost) document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [],
  );

  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
