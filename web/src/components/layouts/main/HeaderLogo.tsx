import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { Logo } from './Logo';
import css from './Header.module.css';

/** The empty end of a logo that may be clipped, in pixels. */
const emptyEnd = 6;

/** The home link: the logo, or its symbol alone when the space is too narrow. */
export function HeaderLogo() {
  const link = useRef<HTMLAnchorElement>(null);
  const [compact, setCompact] = useState(false);
  useEffect(() => {
    const element = link.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setCompact(element.scrollWidth - element.clientWidth > emptyEnd),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Link ref={link} to={paths.home.to()} className={css.logo} data-compact={compact || undefined}>
      <Logo name={bootstrap().brand.name} />
    </Link>
  );
}
