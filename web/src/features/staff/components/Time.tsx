import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { useNow } from '@/lib/clock';
import { useDates } from '../hooks/texts';
import css from './Time.module.css';

interface TimeProps {
  /** RFC 3339. */
  at: string;
  /** Says also how long ago or in how long. */
  relative?: boolean;
  seconds?: boolean;
}

/** A time in the browser's zone; the tooltip has it with seconds and zone. */
export function Time({ at, relative, seconds }: TimeProps) {
  const dates = useDates();
  const now = useNow(30_000);
  const shown = seconds ? dates.withSeconds(at) : dates.short(at);
  return (
    <time dateTime={at} title={dates.exact(at)}>
      {shown + (relative ? ` · ${dates.relative(at, now)}` : '')}
    </time>
  );
}

/** An end with its count-down; `over` says that it has passed. */
export function Until({ at, over }: { at: string; over?: string }) {
  const { t } = useTranslation('staff');
  const passed = useNow(1000) >= Date.parse(at);
  return (
    <span className={css.until}>
      <Time at={at} />
      {passed ? (
        <span className={css.over}>{over ?? t('until.over')}</span>
      ) : (
        <span className={css.left}>
          <Countdown until={Date.parse(at)} />
        </span>
      )}
    </span>
  );
}
