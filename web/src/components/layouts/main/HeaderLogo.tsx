import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { Logo } from './Logo';
import css from './Header.module.css';

/** What of a word-mark's end is empty and may be cut: pixels. */
const margin = 6;

/** The way home: the word-mark, or the sign alone beside a balance that leaves no room for the whole name. */
export function HeaderLogo() {
  const link = useRef<HTMLAnchorElement>(null);
  const [tight, setTight] = useState(false);
  useEffect(() => {
    const place = link.current;
    if (!place) return;
    const watch = new ResizeObserver(() =>
      setTight(place.scrollWidth - place.clientWidth > margin),
    );
    watch.observe(place);
    return () => watch.disconnect();
  }, []);
  return (
    <Link ref={link} to={paths.home.to()} className={css.logo} data-tight={tight || undefined}>
      <Logo name={bootstrap().brand.name} />
    </Link>
  );
}
