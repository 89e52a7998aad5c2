import { useEffect, useRef } from 'react';
import { IconChevronLeft, IconChevronRight, IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button/Button';
import { RequestId, type ShownError } from '../State/State';
import css from './More.module.css';

export interface LoadMoreProps {
  shown: number;
  total: number;
  busy: boolean;
  /** The failure of the next page. The button then retries. */
  error?: ShownError;
  onMore(): void;
  /** Also loads more when it is scrolled near. */
  endless?: boolean;
}

/** The end of a list that appends its pages, with the item count and a button to load more. */
export function LoadMore({ shown, total, busy, error, onMore, endless = false }: LoadMoreProps) {
  const { t } = useTranslation('common');
  const element = useRef<HTMLDivElement>(null);
  const more = shown < total;
  const failed = error !== undefined;

  useEffect(() => {
    const end = element.current;
    // After a failure only the button retries, because the end of the list may stay in sight.
    if (!endless || !more || busy || failed || !end) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [endless, more, busy, failed, onMore]);

  return (
    <div ref={element} className={css.more}>
      <p role="status">{t('more.shown', { shown, total })}</p>
      {error && !busy && (
        <div role="alert" className={css.failed}>
          <IconCloudOff size={20} />
          <p>{error.reason === 'network' ? t('more.failed') : error.message || t('more.failed')}</p>
          {error.requestId && <RequestId id={error.requestId} />}
        </div>
      )}
      {more && (
        <Button busy={busy} onClick={onMore}>
          {t(failed ? 'error.retry' : 'more.button')}
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

/**
 * Page navigation of a list that replaces its items. Empty for a single page. The list shows the
 * previous page (`keepPreviousData`) until the next one is loaded, to keep focus and scroll
 * position.
 */
export function Pagination({ limit, offset, total, onOffset }: PaginationProps) {
  const { t } = useTranslation('common');
  const page = Math.floor(offset / limit) + 1;
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav className={css.pages} aria-label={t('pages.label')}>
      <IconButton
        label={t('pages.previous')}
        icon={<IconChevronLeft className="rtl-flip" />}
        aria-disabled={page === 1}
        onClick={() => page > 1 && onOffset(offset - limit)}
      />
      <span aria-current="page">{t('pages.position', { page, pages })}</span>
      <IconButton
        label={t('pages.next')}
        icon={<IconChevronRight className="rtl-flip" />}
        aria-disabled={page === pages}
        onClick={() => page < pages && onOffset(offset + limit)}
      />
    </nav>
  );
}
