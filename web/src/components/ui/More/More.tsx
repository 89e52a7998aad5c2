import { useEffect, useRef } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button/Button';
import css from './More.module.css';

export interface LoadMoreProps {
  shown: number;
  total: number;
  busy: boolean;
  onMore(): void;
  /** Loads by itself when one scrolls near. */
  endless?: boolean;
}

/** The end of a list that goes on: how far one is, and more; the button is there for those who do not scroll. */
export function LoadMore({ shown, total, busy, onMore, endless = false }: LoadMoreProps) {
  const { t } = useTranslation('common');
  const element = useRef<HTMLDivElement>(null);
  const more = shown < total;

  useEffect(() => {
    const end = element.current;
    if (!endless || !more || busy || !end) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '600px' },
    );
    watch.observe(end);
    return () => watch.disconnect();
  }, [endless, more, busy, onMore]);

  return (
    <div ref={element} className={css.more}>
      <p role="status">{t('more.shown', { shown, total })}</p>
      {more && (
        <Button busy={busy} onClick={onMore}>
          {t('more.button')}
        </Button>
      )}
    </div>
  );
}

export interface PaginationProps {
  limit: number;
  offset: number;
  total: number;
  onOffset(offset: number): void;
}

/** Turns the pages of a list that replaces its content. */
export function Pagination({ limit, offset, total, onOffset }: PaginationProps) {
  const { t } = useTranslation('common');
  const page = Math.floor(offset / limit) + 1;
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav className={css.pages} aria-label={t('pages.label')}>
      <IconButton
        label={t('pages.back')}
        icon={<IconChevronLeft className="flips" />}
        disabled={page === 1}
        onClick={() => onOffset(offset - limit)}
      />
      <span aria-current="page">{t('pages.at', { page, pages })}</span>
      <IconButton
        label={t('pages.on')}
        icon={<IconChevronRight className="flips" />}
        disabled={page === pages}
        onClick={() => onOffset(offset + limit)}
      />
    </nav>
  );
}
