import { useMemo, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { classes } from '@/components/ui';
import { sanitise } from './sanitise';
import css from './Html.module.css';

export interface HtmlProps {
  /** Rich text of the content backend, as it came. */
  html: string;
  /** Smaller, for text inside a card. */
  small?: boolean;
  className?: string;
}

/** Rich text of the content backend: sanitised, in the site's typography; its links stay in the site. */
export function Html({ html, small, className }: HtmlProps) {
  const navigate = useNavigate();
  const safe = useMemo(() => ({ __html: sanitise(html) }), [html]);

  const follow = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!plain || !href || !/^\/(?![/\\])/.test(href)) return;
    event.preventDefault();
    void navigate(href);
  };

  return (
    // The links inside are what is pressed, by key as well; this only keeps them from loading the page anew.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
    <div
      className={classes(css.html, small && css.small, className)}
      dangerouslySetInnerHTML={safe}
      onClick={follow}
    />
  );
}
