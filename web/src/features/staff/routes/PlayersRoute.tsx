import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { LimitsExport } from '../components/LimitsExport';
import { Page } from '../components/Page';
import { Panel } from '../components/Panel';
import { PersonMatches } from '../components/PersonMatches';
import { PlayerLink } from '../components/PlayerLink';
import { SearchForm } from '../components/SearchForm';
import { Empty, Loaded } from '../components/States';
import { Table } from '../components/Table';
import { Time } from '../components/Time';

const maxQuery = 254;

/** Players by user name, uid or e-mail address, and those who may be excluded persons; for admins the export of limits. */
export function PlayersRoute() {
  const { t } = useTranslation('staffPages');
  const { somewhere } = useRights();
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const players = useStaff('/players', q ? { query: { q } } : null);
  return (
    <Page title={t('players.title')} lead={t('players.lead')}>
      <SearchForm
        key={q}
        label={t('players.label')}
        hint={t('players.hint')}
        submit={t('search')}
        value={q}
        maxLength={maxQuery}
        onSearch={(text) => setSearch({ q: text })}
      />
      {q && (
        <Loaded read={players} height={160}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={t('players.none')} text={t('players.noneText')} />
            ) : (
              <Panel flush>
                <Table
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
            )
          }
        </Loaded>
      )}
      {somewhere('support') && <PersonMatches />}
      {somewhere('admin') && <LimitsExport />}
    </Page>
  );
}
