import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff, useStaffAction } from '../api/client';
import { decideMatch, type PersonMatch } from '../api/players';
import { ConfirmDialog, ReasonField } from './Actions';
import { ActionError } from './Page';
import { PlayerLink, Table } from './Values';
import css from './Form.module.css';

/** Lists players who share personal data with a self-excluded player, for a decision by staff. */
export function PersonMatches() {
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
