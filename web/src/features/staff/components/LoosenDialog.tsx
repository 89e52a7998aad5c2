import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposeLoosening, type Loosening } from '../api/limits';
import type { PlayerId } from '../api/lookups';
import { useStaffAction } from '../api/useStaffAction';
import { useLimitTexts } from '../hooks/useLimitTexts';
import { limitKey, numberOf, valueOf, type PlayerLimits } from '../model/limits';
import { ConfirmDialog, ReasonField } from './ConfirmDialog';
import { Choice } from '@/components/ui/Field/Field';
import { LimitValueField } from './LimitValueField';
import { Segments } from './Segments';
import css from './Form.module.css';

export interface LoosenDialogProps {
  player: PlayerId;
  limits: PlayerLimits;
  onClose(): void;
}

/** Proposes a looser limit or its removal, or the end of a break or an exclusion. */
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
      busy={propose.busy}
      error={propose.error}
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
