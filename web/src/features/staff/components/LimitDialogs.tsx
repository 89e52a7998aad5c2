import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { breakHours, exclusionMonths, isInMinutes, limitPeriods } from '@/components/limits/limits';
import { Choice, Field } from '@/components/ui/Field/Field';
import { useStaffAction } from '../api/client';
import {
  tightenLimits,
  proposeLoosening,
  type Tightening,
  type PlayerId,
  type Loosening,
} from '../api/players';
import { useLimitTexts } from '../hooks/texts';
import {
  numberOf,
  valueOf,
  limitKey,
  type LimitId,
  type PlayerLimits,
  type LimitKind,
  type LimitValue,
} from '../model/limits';
import { ConfirmDialog, ReasonField } from './Actions';
import { Segments } from './Fields';
import css from './Form.module.css';

interface TightenDialogProps {
  player: PlayerId;
  /** The player's name, the required text of the confirmation. */
  name: string;
  limits: PlayerLimits;
  onClose(): void;
}

const subjects = ['limit', 'break', 'exclusion'] as const;
type Subject = (typeof subjects)[number];
/** The lengths of breaks and self-exclusions by text name, each with its part of the request. */
const lengths = {
  break: breakHours.map((hours) => ({
    name: `hours_${hours}` as const,
    body: { break_hours: hours },
  })),
  exclusion: [
    ...exclusionMonths.map((months) => ({
      name: `months_${months}` as const,
      body: { exclude_months: months },
    })),
    { name: 'forever' as const, body: { exclude_forever: true as const } },
  ],
};
type LengthName = (typeof lengths)['break' | 'exclusion'][number]['name'];

/** Applies a tighter limit, a longer break or a longer self-exclusion immediately. */
export function TightenDialog({ player, name, limits, onClose }: TightenDialogProps) {
  const { t } = useTranslation('staffPages');
  const [subject, setSubject] = useState<Subject>('limit');
  const [id, setId] = useState<LimitId>({ kind: limits.kinds[0] ?? 'deposit', period: 'day' });
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Record<keyof typeof lengths, LengthName>>({
    break: 'hours_24',
    exclusion: 'months_6',
  });
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
    if (subject !== 'limit') {
      const length = lengths[subject].find(({ name: known }) => known === chosen[subject]);
      return length && { ...length.body, reason: text };
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
      change={tighten}
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
        {subject !== 'limit' && (
          <Choice
            label={t('limits.length')}
            value={chosen[subject]}
            options={lengths[subject].map(({ name: length }) => ({
              value: length,
              label: t(`limits.lengths.${length}`),
            }))}
            onChange={(length) => setChosen({ ...chosen, [subject]: length })}
          />
        )}
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  );
}

interface LoosenDialogProps {
  player: PlayerId;
  limits: PlayerLimits;
  onClose(): void;
}

/** Proposes a looser limit or its removal, or the end of a break or a self-exclusion. */
export function LoosenDialog({ player, limits, onClose }: LoosenDialogProps) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const options = [
    ...limits.limits.map((item) => ({ value: limitKey(item), label: texts.name(item) })),
    ...(limits.break ? [{ value: 'break', label: t('limits.ends.break') }] : []),
    ...(limits.exclusion ? [{ value: 'exclusion', label: t('limits.ends.exclusion') }] : []),
  ];
  const [what, setWhat] = useState(options[0]?.value ?? '');
  const [how, setHow] = useState<'value' | 'removal'>('value');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const propose = useStaffAction(async (body: Loosening) => {
    await proposeLoosening(player, body);
    onClose();
  });
  const limit = limits.limits.find((item) => limitKey(item) === what);
  const value = limit && valueOf(limit.kind, typed, limits.currency);
  const notLooser = limit && value && numberOf(value) <= numberOf(limit);
  const text = reason.trim();
  const body = (): Loosening | undefined => {
    if (what === 'break' || what === 'exclusion') return { subject: what, reason: text };
    if (!limit) return undefined;
    const { kind, period } = limit;
    const named = { subject: 'limit', kind, period, reason: text } as const;
    if (how === 'removal') return { ...named, removal: true };
    return value && !notLooser ? { ...named, ...value } : undefined;
  };
  const wanted = text === '' ? undefined : body();
  return (
    <ConfirmDialog
      open
      title={t('limits.loosenTitle')}
      ready={wanted !== undefined}
      submit={t('limits.loosenSubmit')}
      danger={false}
      change={propose}
      onConfirm={() => wanted && void propose.run(wanted)}
      onClose={onClose}
    >
      <p>{t('limits.loosenText')}</p>
      <div className={css.form}>
        <Choice
          label={t('limits.subject')}
          value={what}
          options={options}
          onChange={(next) => {
            setWhat(next);
            setTyped('');
          }}
        />
        {limit && (
          <Segments
            label={t('limits.how')}
            showLabel
            value={how}
            options={[
              { value: 'value', label: t('limits.looser') },
              { value: 'removal', label: t('limits.removal') },
            ]}
            onChange={(next) => setHow(next)}
          />
        )}
        {limit && how === 'value' && (
          <LimitValueField
            kind={limit.kind}
            currency={limits.currency}
            present={limit}
            typed={typed}
            error={notLooser ? t('limits.notLooser') : undefined}
            onChange={setTyped}
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

/** Selects a limit by kind and period. */
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

interface LimitValueFieldProps {
  kind: LimitKind;
  currency: string;
  /** The current value of the limit. */
  present: LimitValue | undefined;
  typed: string;
  /** The error of the value. */
  error: string | undefined;
  onChange(typed: string): void;
}

/** The value of a limit: an amount, or minutes of session time. */
function LimitValueField(props: LimitValueFieldProps) {
  const { kind, currency, present, typed, error, onChange } = props;
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(currency);
  const invalid = typed.trim() !== '' && !valueOf(kind, typed, currency);
  const inMinutes = isInMinutes(kind);
  return (
    <Field
      label={inMinutes ? t('limits.minutesLabel') : t('limits.amountLabel', { currency })}
      hint={present && t('limits.present', { value: texts.value(present) })}
      error={invalid ? t(inMinutes ? 'limits.invalidMinutes' : 'limits.invalidAmount') : error}
      inputMode={inMinutes ? 'numeric' : 'decimal'}
      autoComplete="off"
      required
      value={typed}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
