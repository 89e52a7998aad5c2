import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataList, Money, type Column } from '@/components/ui';
import { accountHistoryDays } from '@/contracts/constants';
import { useUserGameHistoryPages } from '@/contracts/hooks/user';
import type { GameRound } from '@/contracts/types';
import { readAll } from '../api/readAll';
import { TwoLines, When } from './cells';
import { ExportButton } from './ExportButton';
import { Pages } from './Pages';
import { periodOfDays } from '../model/period';
import { Choice, PeriodSelect, Toolbar } from './Toolbar';
import { beginning, usePeriod } from '../hooks/usePeriod';

/** The kinds of games as in `user/favorites` (spec §4). */
const kinds = ['casino', 'livecasino', 'virtual'] as const;

/** The rounds of slots, tables and virtual games. */
export function GameHistory() {
  const { t } = useTranslation('history');
  const [type, setType] = useState<(typeof kinds)[number]>();
  const { key, setKey, period } = usePeriod(periodOfDays(accountHistoryDays));
  const filter = { startDate: beginning, ...period, type };
  const list = useUserGameHistoryPages(filter);
  const columns: Column<GameRound>[] = [
    { key: 'at', title: t('column.at'), cell: (it) => <When at={it.created_at} /> },
    {
      key: 'game',
      title: t('column.game'),
      cell: (it) => <TwoLines main={it.name} dim={it.providerName} />,
    },
    { key: 'round', title: t('column.round'), cell: (it) => <bdi>{it.roundID}</bdi> },
    { key: 'bet', title: t('column.bet'), end: true, cell: (it) => <Money amount={it.bet} /> },
    { key: 'win', title: t('column.win'), end: true, cell: (it) => <Money amount={it.win} /> },
    {
      key: 'net',
      title: t('column.net'),
      end: true,
      cell: (it) => <Money amount={net(it)} signed />,
    },
  ];
  return (
    <>
      <Toolbar
        end={
          <ExportButton
            name="games"
            read={() => readAll('user/game_history', filter)}
            columns={[
              { title: t('column.at'), value: (it) => it.created_at },
              { title: t('column.round'), value: (it) => it.roundID },
              { title: t('column.game'), value: (it) => it.name },
              { title: t('column.provider'), value: (it) => it.providerName },
              { title: t('column.bet'), value: (it) => it.bet },
              { title: t('column.win'), value: (it) => it.win },
            ]}
          />
        }
      >
        <PeriodSelect value={key} onChange={setKey} />
        <Choice
          label={t('column.type')}
          all={t('games.all')}
          value={type}
          options={kinds.map((kind) => ({ value: kind, label: t(`games.${kind}`) }))}
          onChange={setType}
        />
      </Toolbar>
      <Pages list={list}>
        {(items) => (
          <DataList
            caption={t('kind.games')}
            columns={columns}
            items={items}
            keyOf={(it) => it.roundID}
          />
        )}
      </Pages>
    </>
  );
}

/** Returns win minus stake, calculated in hundredths to avoid floating-point errors. */
const net = ({ bet, win }: GameRound): number =>
  (Math.round(win * 100) - Math.round(bet * 100)) / 100;
