import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { useNow } from '@/lib/clock';
import { Time } from './Time';
import css from './Until.module.css';

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
