import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Choice, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff } from '../api/client';
import { useRights } from '../api/login';
import type { PlayerId } from '../api/players';
import { useLimitTexts } from '../hooks/texts';
import {
  limitKey,
  limitsFile,
  type PlayerLimits as Limits,
  type LimitDifference,
  type LimitHeld,
  type LimitChange,
} from '../model/limits';
import type { PlayerDetail } from '../model/lookup';
import { LoosenDialog, TightenDialog } from './LimitDialogs';
import { LimitProposals } from './LimitProposals';
import { Loaded } from './Page';
import { Facts, Table, Time, DownloadLink } from './Values';
import css from './Fields.module.css';

/** A player's limits, break and self-exclusion. One account tightens them, two loosen them. */
export function PlayerLimits({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { brand, uid, username } = player;
  const may = useRights().may('support', brand);
  const limits = useStaff('/players/{brand}/{uid}/limits', { path: { brand, uid } });
  return (
    <>
      <Panel
        dense
        title={t('limits.title')}
        aside={
          may &&
          limits.data && (
            <LimitActions player={player} name={username ?? uid} limits={limits.data} />
          )
        }
      >
        <Loaded read={limits} height={160}>
          {(data) => (
            <>
              <InForce limits={data} />
              <LimitProposals player={player} limits={data} may={may} />
            </>
          )}
        </Loaded>
      </Panel>
      {limits.data && <LimitDifferences limits={limits.data} />}
      {limits.data && <LimitHistory limits={limits.data} />}
    </>
  );
}

function InForce({ limits }: { limits: Limits }) {
  const { t } = useTranslation('staffPages');
  return (
    <>
      <Facts
        facts={[
          [t('limits.reality'), t('limits.minutes', { count: limits.reality_check_minutes })],
        ]}
      />
      {limits.limits.length === 0 ? <p>{t('limits.noLimits')}</p> : <LimitTable limits={limits} />}
    </>
  );
}

interface LimitActionsProps {
  player: PlayerId;
  name: string;
  limits: Limits;
}

function LimitActions({ player, name, limits }: LimitActionsProps) {
  const { t } = useTranslation('staffPages');
  const [open, setOpen] = useState<'tighten' | 'loosen'>();
  const close = () => setOpen(undefined);
  const canLoosen = limits.limits.length > 0 || limits.break || limits.exclusion;
  return (
    <div>
      <Button size="small" onClick={() => setOpen('tighten')}>
        {t('limits.tighten')}
      </Button>{' '}
      {canLoosen && (
        <Button size="small" onClick={() => setOpen('loosen')}>
          {t('limits.loosen')}
        </Button>
      )}
      {open === 'tighten' && (
        <TightenDialog player={player} name={name} limits={limits} onClose={close} />
      )}
      {open === 'loosen' && <LoosenDialog player={player} limits={limits} onClose={close} />}
    </div>
  );
}

/** The active limits with their used and remaining amounts, and the player's pending changes. */
function LimitTable({ limits }: { limits: Limits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  return (
    <Table
      label={t('limits.title')}
      rows={limits.limits}
      keyOf={(row) => limitKey(row)}
      columns={[
        { title: t('limits.limit'), cell: (row) => texts.name(row) },
        { title: t('limits.value'), end: true, cell: (row) => texts.value(row) },
        { title: t('limits.used'), end: true, cell: (row) => texts.number(row.kind, row.used) },
        { title: t('limits.left'), end: true, cell: (row) => texts.number(row.kind, row.left) },
        { title: t('limits.renews'), cell: (row) => <Time at={row.renews} /> },
        {
          title: t('limits.pending'),
          cell: ({ pending }) =>
            pending && (
              <span>
                {pending.removal ? t('limits.removal') : texts.value(pending)} ·{' '}
                <Time at={pending.from} /> – <Time at={pending.until} />
              </span>
            ),
        },
      ]}
    />
  );
}

/**
 * The differences between the limits of the platform and of Croupier, if the platform has limits.
 */
function LimitDifferences({ limits }: { limits: Limits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const { platform } = limits;
  if (!platform) return null;
  const subject = ({ subject: item, kind, period }: LimitDifference) => {
    if (item !== 'limit') return t(`limits.${item}`);
    return kind && period ? texts.name({ kind, period }) : t('limits.limit');
  };
  const held = (item: LimitHeld | undefined) => {
    if (!item) return t('limits.none');
    if (item.forever) return t('limits.forever');
    return item.until ? <Time at={item.until} /> : texts.value(item);
  };
  return (
    <Panel dense title={t('limits.platform.title')}>
      <p>
        <span>{`${t('limits.platform.asOf')}: `}</span>
        <Time at={platform.as_of} relative />
        {platform.differences.length === 0 && <span>{` · ${t('limits.platform.same')}`}</span>}
      </p>
      {platform.differences.length > 0 && (
        <Table
          label={t('limits.platform.title')}
          rows={platform.differences}
          keyOf={({ subject: row, kind, period }) => `${row}/${kind}/${period}`}
          columns={[
            { title: t('limits.platform.subject'), cell: (row) => subject(row) },
            { title: t('limits.platform.here'), cell: (row) => held(row.here) },
            { title: t('limits.platform.there'), cell: (row) => held(row.there) },
            {
              title: t('limits.platform.state'),
              cell: (row) => t(`limits.platform.states.${row.state}`),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The history of a player's limits, breaks and self-exclusions, with the account per change. */
function LimitHistory({ limits }: { limits: Limits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const subject = ({ kind, period }: LimitChange) =>
    kind && period ? texts.name({ kind, period }) : '–';
  const detail = (item: LimitChange) => {
    if (item.until) return <Time at={item.until} />;
    return item.change === 'exclusion' ? t('limits.forever') : texts.value(item) || '–';
  };
  return (
    <Panel dense folded flush title={t('limits.history')}>
      <Table
        empty={t('limits.noHistory')}
        label={t('limits.history')}
        rows={limits.history.map((item, index) => ({ ...item, index }))}
        keyOf={({ index }) => String(limits.history.length - index)}
        columns={[
          { title: t('limits.at'), cell: (row) => <Time at={row.at} /> },
          { title: t('limits.by'), cell: (row) => row.by ?? t('limits.player') },
          { title: t('limits.change'), cell: (row) => t(`limits.changes.${row.change}`) },
          { title: t('limits.limit'), cell: (row) => subject(row) },
          { title: t('limits.detail'), cell: (row) => detail(row) },
        ]}
      />
    </Panel>
  );
}

/** Downloads a brand's changes of limits, breaks and self-exclusions for the regulator. */
export function LimitsExport() {
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
