import { useEffect, useRef, useState, type RefAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { Logo } from './Logo';
import css from './Header.module.css';

/** The smallest readable size of a logo, as a share of its full size. */
const smallest = 0.8;

/** The home link: the logo, smaller when space is short, or its symbol alone when the space is too narrow. */
export function HeaderLogo() {
  const link = useRef<HTMLAnchorElement>(null);
  const [compact, setCompact] = useState(false);
  useEffect(() => {
    const element = link.current;
    if (!element) return;
    const image = element.querySelector('img');
    const observer = new ResizeObserver(() => {
      if (!image?.naturalHeight) return;
      const full = (image.naturalWidth / image.naturalHeight) * image.clientHeight;
      setCompact(element.clientWidth < full * smallest);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <HomeLink ref={link} data-compact={compact || undefined}>
      <Logo name={bootstrap().brand.name} />
    </HomeLink>
  );
}

/** The link around the logo. */
export const HomeLink = (
  props: Omit<LinkProps, 'to' | 'className'> & RefAttributes<HTMLAnchorElement>,
) => <Link {...props} to={paths.home.to()} className={css.logo} />;
