import { useMemo, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { classes } from '@/components/ui/classes';
import { sanitise } from './model/sanitise';
import css from './Html.module.css';

interface HtmlProps {
  /** Unsanitised HTML of the content backend. */
  html: string;
  /** Smaller type for text inside a card. */
  small?: boolean;
  className?: string;
}

/** Sanitised HTML of the content backend in the site's style. The router follows internal links. */
export function Html({ html, small, className }: HtmlProps) {
  const navigate = useNavigate();
  const safe = useMemo(() => ({ __html: sanitise(html) }), [html]);

  const followLink = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!plain || !href || !/^\/(?![/\\])/.test(href)) return;
    event.preventDefault();
    void navigate(href);
  };

  return (
    // The handler only replaces page loads by navigation. The links inside have keyboard and focus
    // handling.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
    <div
      className={classes(css.html, small && css.small, className)}
      dangerouslySetInnerHTML={safe} // eslint-disable-line no-restricted-syntax -- sanitised
      onClick={followLink}
    />
  );
}
