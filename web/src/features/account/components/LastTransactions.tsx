import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Panel } from '@/components/ui/Panel/Panel';
import { isUndone, StatusBadge } from '@/components/account/StatusBadge';
import { Money } from '@/components/ui/Money/Money';
import { TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useFinanceListTransactions } from '@/contracts/hooks/finance';
import { useFormat } from '@/lib/format/useFormat';
import { isGatewayError } from '@/lib/gateway/error';
import css from './LastTransactions.module.css';

/** The number of transactions that the overview shows. */
const transactionCount = 5;

/** The latest transactions. */
export function LastTransactions() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Panel
      title={t('overview.last')}
      aside={
        <Link className={css.all} to={paths.profileHistory.to({ kind: 'finance' })}>
          {t('common:section.all')}
        </Link>
      }
    >
      <Rows />
    </Panel>
  );
}

function Rows() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { data, error, reload } = useFinanceListTransactions({
    limit: transactionCount,
    offset: 0,
  });
  if (isGatewayError(error, 'no-records') || data?.length === 0) {
    return <p className={css.empty}>{t('overview.none')}</p>;
  }
  if (!data) {
    return error ? <ErrorState error={error} onRetry={reload} /> : <TextSkeleton lines={10} />;
  }
  return (
    <ul className={css.list}>
      {data.map((item) => (
        <li key={item.transaction_id} className={css.row}>
          <span className={css.title}>
            {[item.category, item.method].filter(Boolean).join(' · ')}
          </span>
          <Money className={css.amount} amount={item.amount} signed undone={isUndone(item)} />
          <span className={css.dim}>{format.date(item.created_at)}</span>
          <span className={css.status}>
            <StatusBadge status={item.transaction_status} text={item.status_text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
