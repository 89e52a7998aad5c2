import { useTranslation } from 'react-i18next';
import { RecordPages } from '@/components/records/RecordPages';
import { paths } from '@/lib/paths/paths';
import { ButtonLink } from '@/components/ui/Button/Button';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Money } from '@/components/ui/Money/Money';
import type { Bonus } from '@/contracts/types';
import { useFilters } from '@/lib/page/useFilters';
import { fetchAllPages, finishedBonuses, useFinishedBonuses } from '../api/history';
import { TitleCell, DateCell } from './TransactionTable';
import { ExportButton } from './ExportButton';
import { usePeriod } from '../hooks/usePeriod';
import { endedWithin, endOf } from '../model/period';
import { PeriodSelect, Toolbar } from './Toolbar';

/** The finished bonuses of a period. */
export function BonusHistory() {
  const { t } = useTranslation('history');
  const { key, setKey, period, now } = usePeriod(useFilters<'period'>(), 'all-times');
  const list = useFinishedBonuses(period, now);
  const columns: Column<Bonus>[] = [
    {
      title: t('column.bonus'),
      phone: 'title',
      cell: (row) => <TitleCell title={row.title} details={t('bonus.id', { id: row.bonusID })} />,
    },
    {
      title: t('column.ended'),
      cell: (row) => {
        const end = endOf(row, now);
        return end ? <DateCell date={end} /> : t('bonus.unknown');
      },
    },
    {
      title: t('column.wagered'),
      end: true,
      phone: 'labelled',
      cell: (row) => (
        <span>
          <Money amount={row.wager_done} /> / <Money amount={row.wager_required} />
        </span>
      ),
    },
    {
      title: t('column.amount'),
      end: true,
      phone: 'amount',
      cell: (row) => <Money amount={row.amount} />,
    },
  ];
  return (
    <>
      <Toolbar
        aside={
          <ExportButton
            name="bonuses"
            fetchRows={async () =>
              (await fetchAllPages('user/list_bonuses', finishedBonuses)).filter((bonus) =>
                endedWithin(bonus, period, now),
              )
            }
            columns={[
              { title: t('column.bonus'), value: (bonus) => bonus.title },
              { title: t('column.amount'), value: (bonus) => bonus.amount },
              { title: t('column.currency'), value: (bonus) => bonus.currency },
              { title: t('column.wagerDone'), value: (bonus) => bonus.wager_done },
              { title: t('column.wagerRequired'), value: (bonus) => bonus.wager_required },
              { title: t('column.ended'), value: (bonus) => endOf(bonus, now) ?? '' },
            ]}
          />
        }
      >
        <PeriodSelect value={key} onChange={setKey} />
        <ButtonLink size="small" variant="subtle" to={paths.profileBonuses.to()}>
          {t('bonus.current')}
        </ButtonLink>
      </Toolbar>
      <RecordPages list={list}>
        {(items) => (
          <DataList
            caption={t('kind.bonus')}
            columns={columns}
            items={items}
            keyOf={(row) => row.bonusID}
          />
        )}
      </RecordPages>
    </>
  );
}
