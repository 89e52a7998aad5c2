import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { decideMatch, type PersonMatch } from '../api/limits';
import { useStaff } from '../api/useStaff';
import { useStaffAction } from '../api/useStaffAction';
import { ConfirmDialog, ReasonField } from './ConfirmDialog';
import { Panel } from '@/components/ui/Panel/Panel';
import { PlayerLink } from './PlayerLink';
import { ActionError } from './States';
import { Table } from './Table';
import css from './Form.module.css';

/** Players who have some personal data of a self-excluded one: staff decide whether the two are one person. */
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
        keyOf={(it) => `${it.brand}/${it.uid}/${it.excluded_brand}/${it.excluded_uid}`}
        columns={[
          { title: t('brand'), cell: (it) => it.brand },
          { title: t('matches.player'), cell: (it) => <PlayerLink brand={it.brand} player={it} /> },
          { title: t('matches.excluded'), cell: (it) => `${it.excluded_brand} ${it.excluded_uid}` },
          {
            title: t('matches.fields'),
            cell: (it) => it.fields.map((name) => t(`matches.field.${name}`)).join(', '),
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
