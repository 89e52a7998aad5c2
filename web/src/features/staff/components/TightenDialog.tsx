import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tightenLimits, type Tightening } from '../api/limits';
import type { PlayerId } from '../api/lookups';
import { useStaffAction } from '../api/useStaffAction';
import {
  breakLengths,
  exclusionLengths,
  limitPeriods,
  numberOf,
  valueOf,
  type BreakLength,
  type ExclusionLength,
  type LimitId,
  type LimitKind,
  type PlayerLimits,
} from '../model/limits';
import { ConfirmDialog, ReasonField } from './ConfirmDialog';
import { Choice } from '@/components/ui/Field/Field';
import { LimitValueField } from './LimitValueField';
import { Segments } from './Segments';
import css from './Form.module.css';

interface TightenDialogProps {
  player: PlayerId;
  /** What has to be typed: the player's name. */
  name: string;
  limits: PlayerLimits;
  onClose(): void;
}

const subjects = ['limit', 'break', 'exclusion'] as const;
type Subject = (typeof subjects)[number];
const breaks = Object.keys(breakLengths) as BreakLength[];
const exclusions = [...Object.keys(exclusionLengths), 'forever'] as ExclusionLength[];

/** Puts a tighter limit, a longer break or a longer exclusion in force at once. */
export function TightenDialog({ player, name, limits, onClose }: TightenDialogProps) {
  const { t } = useTranslation('staffPages');
  const [subject, setSubject] = useState<Subject>('limit');
  const [id, setId] = useState<LimitId>({ kind: limits.kinds[0] ?? 'deposit', period: 'day' });
  const [typed, setTyped] = useState('');
  const [hours, setHours] = useState<BreakLength>('hours_24');
  const [months, setMonths] = useState<ExclusionLength>('months_6');
  const [reason, setReason] = useState('');
  const tighten = useStaffAction(async (body: Tightening) => {
    await tightenLimits(player, body);
    onClose();
  });
  const value = valueOf(id.kind, typed, limits.currency);
  const present = limits.limits.find(
    (limit) => limit.kind === id.kind && limit.period === id.period,
  );
  const notTighter = value && present && numberOf(value) >= numberOf(present);
  const text = reason.trim();
  const body = (): Tightening | undefined => {
    if (subject === 'break') return { break_hours: breakLengths[hours], reason: text };
    if (subject === 'exclusion') {
      return months === 'forever'
        ? { exclude_forever: true, reason: text }
        : { exclude_months: exclusionLengths[months], reason: text };
    }
    return value && !notTighter ? { ...id, ...value, reason: text } : undefined;
  };
  const wanted = text === '' ? undefined : body();
  return (
    <ConfirmDialog
      open
      title={t('limits.tightenTitle')}
      word={name}
      ready={wanted !== undefined}
      submit={t('limits.tightenSubmit')}
      busy={tighten.busy}
      error={tighten.error}
      onConfirm={() => wanted && void tighten.run(wanted)}
      onClose={onClose}
    >
      <p>{t('limits.tightenText')}</p>
      <div className={css.form}>
        <Segments
          label={t('limits.subject')}
          showLabel
          value={subject}
          options={subjects.map((item) => ({ value: item, label: t(`limits.subjects.${item}`) }))}
          onChange={(next) => setSubject(next)}
        />
        {subject === 'limit' && (
          <>
            <LimitIdFields id={id} kinds={limits.kinds} onChange={setId} />
            <LimitValueField
              kind={id.kind}
              currency={limits.currency}
              present={present}
              typed={typed}
              error={notTighter ? t('limits.notTighter') : undefined}
              onChange={setTyped}
            />
          </>
        )}
        {subject === 'break' && (
          <Choice
            label={t('limits.length')}
            value={hours}
            options={breaks.map((length) => ({
              value: length,
              label: t(`limits.lengths.${length}`),
            }))}
            onChange={(next) => setHours(next)}
          />
        )}
        {subject === 'exclusion' && (
          <Choice
            label={t('limits.length')}
            value={months}
            options={exclusions.map((exclusion) => ({
              value: exclusion,
              label: t(`limits.lengths.${exclusion}`),
            }))}
            onChange={(next) => setMonths(next)}
          />
        )}
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  );
}

interface LimitIdFieldsProps {
  id: LimitId;
  /** The kinds that the brand's platform allows. */
  kinds: readonly LimitKind[];
  onChange(id: LimitId): void;
}

/** Which limit: its kind and its period. */
function LimitIdFields({ id, kinds, onChange }: LimitIdFieldsProps) {
  const { t } = useTranslation('staffPages');
  return (
    <>
      <Choice
        label={t('limits.kind')}
        value={id.kind}
        options={kinds.map((value) => ({ value, label: t(`limits.kinds.${value}`) }))}
        onChange={(kind) => onChange({ ...id, kind })}
      />
      <Choice
        label={t('limits.period')}
        value={id.period}
        options={limitPeriods.map((value) => ({ value, label: t(`limits.periods.${value}`) }))}
        onChange={(period) => onChange({ ...id, period })}
      />
    </>
  );
}
