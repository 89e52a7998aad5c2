import { useTranslation } from 'react-i18next';
import { RecordPages } from '@/components/records/RecordPages';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Money } from '@/components/ui/Money/Money';
import { accountHistoryDays } from '@/contracts/constants';
import { useUserGameHistoryPages } from '@/contracts/hooks/user';
import type { GameRound } from '@/contracts/types';
import { useFilters } from '@/lib/page/useFilters';
import { fetchAllPages } from '../api/history';
import { TitleCell, DateCell } from './TransactionTable';
import { ExportButton } from './ExportButton';
import { periodOfDays } from '../model/period';
import { SelectFilter, PeriodSelect, Toolbar } from './Toolbar';
import { earliestDate, usePeriod } from '../hooks/usePeriod';

/** The gameTypes of games, as in `user/favorites`. */
const gameTypes = ['casino', 'livecasino', 'virtual'] as const;

/** The rounds of slots, tables and virtual games. */
export function GameHistory() {
  const { t } = useTranslation('history');
  const filters = useFilters<'type' | 'period'>();
  const type = gameTypes.find((known) => known === filters.get('type'));
  const { key, setKey, period } = usePeriod(filters, periodOfDays(accountHistoryDays));
  const filter = { startDate: earliestDate, ...period, type };
  const list = useUserGameHistoryPages(filter);
  const columns: Column<GameRound>[] = [
    { title: t('column.at'), cell: (row) => <DateCell date={row.created_at} /> },
    {
      title: t('column.game'),
      phone: 'title',
      cell: (row) => <TitleCell title={row.name} details={row.providerName} />,
    },
    { title: t('column.round'), cell: (row) => <bdi>{row.roundID}</bdi> },
    {
      title: t('column.bet'),
      end: true,
      phone: 'labelled',
      cell: (row) => <Money amount={row.bet} />,
    },
    {
      title: t('column.win'),
      end: true,
      phone: 'none',
      cell: (row) => <Money amount={row.win} />,
    },
    {
      title: t('column.net'),
      end: true,
      phone: 'amount',
      cell: (row) => <Money amount={netOf(row)} signed />,
    },
  ];
  return (
    <>
      <Toolbar
        aside={
          <ExportButton
            name="games"
            fetchRows={() => fetchAllPages('user/game_history', filter)}
            columns={[
              { title: t('column.at'), value: (round) => round.created_at },
              { title: t('column.round'), value: (round) => round.roundID },
              { title: t('column.game'), value: (round) => round.name },
              { title: t('column.provider'), value: (round) => round.providerName },
              { title: t('column.bet'), value: (round) => round.bet },
              { title: t('column.win'), value: (round) => round.win },
            ]}
          />
        }
      >
        <PeriodSelect value={key} onChange={setKey} />
        <SelectFilter
          label={t('column.type')}
          emptyLabel={t('games.all')}
          value={type}
          options={gameTypes.map((value) => ({ value, label: t(`games.${value}`) }))}
          onChange={(next) => filters.set({ type: next })}
        />
      </Toolbar>
      <RecordPages list={list}>
        {(items) => (
          <DataList
            caption={t('kind.games')}
            columns={columns}
            items={items}
            keyOf={(row) => row.roundID}
          />
        )}
      </RecordPages>
    </>
  );
}

/** Returns win minus stake, calculated in hundredths to avoid floating-point errors. */
const netOf = ({ bet, win }: GameRound): number =>
  (Math.round(win * 100) - Math.round(bet * 100)) / 100;
