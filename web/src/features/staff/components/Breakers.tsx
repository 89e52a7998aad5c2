import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setOverride, type Override } from '../api/operations';
import { useRights } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { useCallName } from '../hooks/texts';
import { useNotify } from '../hooks/useNotify';
import { healthOf, healthTones, type Upstream } from '../model/circuits';
import { ConfirmDialog } from './ConfirmDialog';
import { Segments } from './Segments';
import { Table } from './Table';
import { Tag } from './Tag';
import css from './Form.module.css';

const choices = ['auto', 'open', 'close'] as const;
const tones = { closed: 'positive', 'half-open': 'warning', open: 'negative' } as const;

/** The circuits of an upstream, and the override of its breakers, which an admin sets. */
export function Breakers({ brand, upstream }: { brand: string; upstream: Upstream }) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  const notify = useNotify();
  const allowed = useRights().may('admin', brand);
  const health = healthOf(upstream);
  const [asked, setAsked] = useState<Override>();
  const set = useStaffAction(async (override: Override) => {
    await setOverride(brand, upstream.name, override);
    setAsked(undefined);
    notify.done(t(`breakers.done.${override}`));
  });
  return (
    <>
      <div className={css.form}>
        <Segments
          label={t('breakers.title')}
          showLabel
          value={upstream.override}
          options={choices.map((value) => ({
            value,
            label: t(`breakers.${value}`),
            disabled: !allowed,
          }))}
          onChange={(next) => setAsked(next)}
        />
        {!allowed && <p className={css.dim}>{t('noRight.role', { role: t('role.admin') })}</p>}
      </div>
      <Table
        label={t('circuits.title')}
        first={3}
        rows={[...upstream.circuits].sort((a, b) => b.failures - a.failures)}
        keyOf={(row) => row.class}
        columns={[
          { title: t('circuits.class'), cell: (row) => nameOf(row.class), wide: true },
          {
            title: t('circuits.state'),
            cell: (row) =>
              upstream.override === 'auto' ? (
                <Tag tone={tones[row.state]}>{t(`circuits.${row.state}`)}</Tag>
              ) : (
                <Tag tone={healthTones[health]}>{t(`health.${health}`)}</Tag>
              ),
          },
          { title: t('circuits.calls'), cell: (row) => row.calls, end: true },
          { title: t('circuits.failures'), cell: (row) => row.failures, end: true },
          { title: t('circuits.active'), cell: (row) => row.active, end: true },
          { title: t('circuits.waiting'), cell: (row) => row.waiting, end: true },
        ]}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={t(`breakers.confirm.${asked ?? 'auto'}`)}
        word={asked === 'open' ? brand : undefined}
        submit={t(`breakers.${asked ?? 'auto'}`)}
        danger={asked !== 'auto'}
        busy={set.busy}
        error={set.error}
        onConfirm={() => asked && void set.run(asked)}
        onClose={() => setAsked(undefined)}
      >
        <p>{t(`breakers.text.${asked ?? 'auto'}`, { upstream: upstream.name })}</p>
      </ConfirmDialog>
    </>
  );
}
