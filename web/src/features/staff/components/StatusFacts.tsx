import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui';
import type { CheckMaintenanceAnswer } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap';
import { parseWireDate, useFormat } from '@/lib/format';
import css from './StatusFacts.module.css';

export interface StatusFactsProps {
  status: CheckMaintenanceAnswer | undefined;
  /** Milliseconds since 1970. */
  checkedAt: number | undefined;
}

/** The maintenance status: message for the players, expected end, time of the check. */
export function StatusFacts({ status, checkedAt }: StatusFactsProps) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const closed = status?.result === false;
  const until = closed && status.until ? status.until : undefined;
  return (
    <dl className={css.facts}>
      {closed && (
        <div>
          <dt>{t('message')}</dt>
          <dd>{status.message || t('noMessage')}</dd>
        </div>
      )}
      {closed && (
        <div>
          <dt>{t('until')}</dt>
          <dd className={css.until}>
            {until ? format.date(until) : t('noUntil')}
            {until && <Countdown until={parseWireDate(until, bootstrap().timeZone).getTime()} />}
          </dd>
        </div>
      )}
      {checkedAt !== undefined && (
        <div>
          <dt>{t('checkedAt')}</dt>
          <dd>{format.date(new Date(checkedAt), 'time')}</dd>
        </div>
      )}
    </dl>
  );
}
