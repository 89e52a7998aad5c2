import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff } from '../api/client';
import { useRights } from '../api/login';
import { FilterForm } from '../components/Fields';
import { LimitsExport } from '../components/Limits';
import { Page, Loaded } from '../components/Page';
import { PersonMatches } from '../components/PersonMatches';
import { LoginLocks } from '../components/PlayerActions';
import { PlayerLink, Table, Time } from '../components/Values';
import { useFilter } from '../hooks/page';

const anyName = { type: 'search', maxLength: 254 };
const maxUsername = 64;

/** Searches players and lists possible excluded persons. Admins can export limits. */
export function PlayersRoute() {
  const { t } = useTranslation('staffPages');
  const { somewhere } = useRights();
  const [filter, setFilter] = useFilter(['q']);
  const q = filter.q?.trim();
  const players = useStaff('/players', q ? { query: { q } } : null);
  return (
    <Page title={t('players.title')} lead={t('players.lead')}>
      <FilterForm
        key={q}
        fields={[{ name: 'q', label: t('players.label'), hint: t('players.hint'), ...anyName }]}
        filter={filter}
        onFilter={setFilter}
      />
      {q && (
        <Loaded read={players} height={160}>
          {(list) => (
            <Panel dense flush>
              <Table
                empty={t('players.none')}
                label={t('players.title')}
                rows={list}
                keyOf={(row) => `${row.brand}/${row.uid}`}
                columns={[
                  {
                    title: t('players.name'),
                    wide: true,
                    cell: (row) => <PlayerLink brand={row.brand} player={row} />,
                  },
                  { title: t('brand'), cell: (row) => row.brand },
                  { title: t('players.uid'), cell: (row) => row.uid },
                  {
                    title: t('players.lastSeen'),
                    cell: (row) => <Time at={row.lastSeen} relative />,
                  },
                ]}
              />
            </Panel>
          )}
        </Loaded>
      )}
      {q && q.length <= maxUsername && !q.includes('@') && (
        <Panel dense title={t('locks.title')}>
          <LoginLocks username={q} />
        </Panel>
      )}
      {somewhere('support') && <PersonMatches />}
      {somewhere('admin') && <LimitsExport />}
    </Page>
  );
}
