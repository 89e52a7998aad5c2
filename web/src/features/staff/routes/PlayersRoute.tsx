import { useTranslation } from 'react-i18next';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { FilterForm } from '../components/FilterForm';
import { LimitsExport } from '../components/LimitsExport';
import { LoginLocks } from '../components/LoginLocks';
import { Page } from '../components/Page';
import { Panel } from '@/components/ui/Panel/Panel';
import { PersonMatches } from '../components/PersonMatches';
import { PlayerLink } from '../components/PlayerLink';
import { Loaded } from '../components/States';
import { Table } from '../components/Table';
import { Time } from '../components/Time';
import { useFilter } from '../hooks/useFilter';

const anyName = { type: 'search', maxLength: 254 };
const maxUsername = 64;

/** Players by user name, uid or e-mail address, and those who may be excluded persons; for admins the export of limits. */
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
                keyOf={(it) => `${it.brand}/${it.uid}`}
                columns={[
                  {
                    title: t('players.name'),
                    wide: true,
                    cell: (it) => <PlayerLink brand={it.brand} player={it} />,
                  },
                  { title: t('brand'), cell: (it) => it.brand },
                  { title: t('players.uid'), cell: (it) => it.uid },
                  {
                    title: t('players.lastSeen'),
                    cell: (it) => <Time at={it.lastSeen} relative />,
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
