import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugText } from '../hooks/texts';
import { isPartial, stateOf, tones, type Brand } from '../model/maintenance';
import { outcomeTones, type Outcome } from '../model/money';
import css from './Tag.module.css';

export type TagTone = 'neutral' | 'info' | 'positive' | 'warning' | 'negative';

/** A short state: a dot and a word, so that the colour says nothing alone. */
export function Tag({ tone = 'neutral', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}

/** The state of a brand in a word. */
export function StateTag({ brand }: { brand: Brand }) {
  const { t } = useTranslation('staff');
  const state = stateOf(brand);
  const name = isPartial(brand.maintenance) && state === 'maintenance' ? 'partial' : state;
  return <Tag tone={tones[state]}>{t(`state.${name}`)}</Tag>;
}

/** The HTTP status of an answer with the reason beside it. */
export function StatusTag({ status, debug }: { status: number; debug?: string }) {
  const debugText = useDebugText();
  const tone = status >= 500 ? 'negative' : status >= 400 ? 'warning' : 'positive';
  return <Tag tone={tone}>{[status || '–', debugText(debug)].filter(Boolean).join(' · ')}</Tag>;
}

/** What became of a payment. */
export function OutcomeTag({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('staffPages');
  return <Tag tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Tag>;
}
