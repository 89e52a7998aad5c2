import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff, useStaffAction } from '../api/client';
import { useRights } from '../api/login';
import { FilterForm } from '../components/Fields';
import { LimitsExport } from '../components/Limits';
import { Page, Loaded, ActionError } from '../components/Page';
import { LoginLocks } from '../components/PlayerActions';
import { PlayerLink, Table, Time } from '../components/Values';
import { useFilter } from '../hooks/page';
import { decideMatch, type PersonMatch } from '../api/players';
import { ConfirmDialog, ReasonField } from '../components/Actions';
import css from '../components/Form.module.css';

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

/** Lists players who share personal data with a self-excluded player, for a decision by staff. */
function PersonMatches() {
  const { t } = useTranslation('staffPages');
  const { data: list = [], error } = useStaff('/matches');
  const [asking, setAsking] = useState<{ match: PersonMatch; same: boolean }>();
  const [reason, setReason] = useState('');
  const decide = useStaffAction(async ({ match, same }: NonNullable<typeof asking>) => {
    await decideMatch(match, same, reason.trim());
    close();
  });
  const close = () => {
    setAsking(undefined);
    setReason('');
    decide.clear();
  };
  if (list.length === 0) return error && <ActionError error={error} />;
  return (
    <Panel dense flush title={t('matches.title')}>
      <Table
        label={t('matches.title')}
        rows={list}
        keyOf={(row) => `${row.brand}/${row.uid}/${row.excluded_brand}/${row.excluded_uid}`}
        columns={[
          { title: t('brand'), cell: (row) => row.brand },
          {
            title: t('matches.player'),
            cell: (row) => <PlayerLink brand={row.brand} player={row} />,
          },
          {
            title: t('matches.excluded'),
            cell: (row) => `${row.excluded_brand} ${row.excluded_uid}`,
          },
          {
            title: t('matches.fields'),
            cell: (row) => row.fields.map((name) => t(`matches.field.${name}`)).join(', '),
          },
          {
            title: t('matches.decide'),
            cell: (match) => (
              <div className={css.actions}>
                <Button size="small" onClick={() => setAsking({ match, same: true })}>
                  {t('matches.same')}
                </Button>
                <Button size="small" onClick={() => setAsking({ match, same: false })}>
                  {t('matches.different')}
                </Button>
              </div>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={asking !== undefined}
        title={t(asking?.same ? 'matches.same' : 'matches.different')}
        ready={reason.trim() !== ''}
        submit={t('matches.decide')}
        danger={asking?.same}
        change={decide}
        onConfirm={() => asking && void decide.run(asking)}
        onClose={close}
      >
        <p>
          {t(asking?.same ? 'matches.sameText' : 'matches.differentText', {
            uid: asking?.match.uid,
          })}
        </p>
        <ReasonField value={reason} onChange={setReason} />
      </ConfirmDialog>
    </Panel>
  );
}
