import { useTranslation } from 'react-i18next';
import { RecordPages } from '@/components/records/RecordPages';
import { paths } from '@/lib/paths/paths';
import { ButtonLink } from '@/components/ui/Button/Button';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Money } from '@/components/ui/Money/Money';
import type { Bonus } from '@/contracts/types';
import { fetchAllPages, finishedBonuses, useFinishedBonuses } from '../api/history';
import { TitleCell, DateCell } from './TransactionTable';
import { ExportButton } from './ExportButton';
import { usePeriod } from '../hooks/usePeriod';
import { endedWithin, endOf } from '../model/period';
import { PeriodSelect, Toolbar } from './Toolbar';

/** The finished bonuses of a period. */
export function BonusHistory() {
  const { t } = useTranslation('history');
  const { key, setKey, period, now } = usePeriod('all-times');
  const list = useFinishedBonuses(period, now);
  const columns: Column<Bonus>[] = [
    {
      key: 'bonus',
      title: t('column.bonus'),
      phone: 'title',
      cell: (it) => <TitleCell title={it.title} details={t('bonus.id', { id: it.bonusID })} />,
    },
    {
      key: 'ended',
      title: t('column.ended'),
      cell: (it) => {
        const end = endOf(it, now);
        return end ? <DateCell date={end} /> : t('bonus.unknown');
      },
    },
    {
      key: 'wagered',
      title: t('column.wagered'),
      end: true,
      phone: 'labelled',
      cell: (it) => (
        <span>
          <Money amount={it.wager_done} /> / <Money amount={it.wager_required} />
        </span>
      ),
    },
    {
      key: 'amount',
      title: t('column.amount'),
      end: true,
      phone: 'amount',
      cell: (it) => <Money amount={it.amount} />,
    },
  ];
  return (
    <>
      <Toolbar
        aside={
          <ExportButton
            name="bonuses"
            fetchRows={async () =>
              (await fetchAllPages('user/list_bonuses', finishedBonuses)).filter((it) =>
                endedWithin(it, period, now),
              )
            }
            columns={[
              { title: t('column.bonus'), value: (it) => it.title },
              { title: t('column.amount'), value: (it) => it.amount },
              { title: t('column.currency'), value: (it) => it.currency },
              { title: t('column.wagerDone'), value: (it) => it.wager_done },
              { title: t('column.wagerRequired'), value: (it) => it.wager_required },
              { title: t('column.ended'), value: (it) => endOf(it, now) ?? '' },
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
            keyOf={(it) => it.bonusID}
          />
        )}
      </RecordPages>
    </>
  );
}
