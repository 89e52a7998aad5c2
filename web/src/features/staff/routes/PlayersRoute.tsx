import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { ConfirmDialog, ReasonField } from '../components/ConfirmDialog';
import { DownloadLink } from '../components/DownloadLink';
import { Choice, Field } from '@/components/ui/Field/Field';
import css from '../components/FilterForm.module.css';
import formCss from '../components/Form.module.css';
import { Panel } from '@/components/ui/Panel/Panel';
import { PlayerLink } from '../components/Facts';
import { ActionError, Loaded } from '../components/States';
import { Table } from '../components/Table';
import { decideMatch, type PersonMatch } from '../api/limits';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { useStaffAction } from '../api/useStaffAction';
import { FilterForm } from '../components/FilterForm';
import { LoginLocks } from '../components/LoginLocks';
import { Page } from '../components/Page';
import { Time } from '../components/Time';
import { useFilter } from '../hooks/useFilter';
import { limitsFile } from '../model/limits';

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

/** The changes of limits, breaks and exclusions of a brand's players in a period, as a file for the regulator. */
function LimitsExport() {
  const { t } = useTranslation('staffPages');
  const { may } = useRights();
  const brands = useStaff('/brands').data?.filter(({ id }) => may('admin', id)) ?? [];
  const [chosen, setBrand] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const brand = chosen || (brands[0]?.id ?? '');
  if (brand === '') return null;
  const reversed = from !== '' && until !== '' && until < from;
  return (
    <Panel dense title={t('limits.export')}>
      <p>{t('limits.exportText')}</p>
      <div className={css.filter}>
        <Choice
          label={t('brand')}
          value={brand}
          options={brands.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setBrand}
        />
        <Field
          label={t('audit.from')}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('audit.until')}
          type="date"
          value={until}
          error={reversed ? t('limits.reversed') : undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
        {!reversed && (
          <div className={css.actions}>
            <DownloadLink href={limitsFile({ brand, from, until })}>{t('audit.csv')}</DownloadLink>
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Players who have some personal data of a self-excluded one: staff decide whether the two are one person. */
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
              <div className={formCss.actions}>
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
        busy={decide.busy}
        error={decide.error}
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
