import { useId } from 'react';
import {
  IconDeviceMobileMessage,
  IconPassword,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { factorType, type FactorType } from '../api/security';
import type { OfferedFactor } from '../hooks/useOfferedFactors';
import css from './FactorChoice.module.css';

const icons: Record<OfferedFactor['key'], Icon> = {
  none: IconPassword,
  sms: IconDeviceMobileMessage,
  ga: IconShieldCheck,
};

export interface FactorOptionsProps {
  options: readonly OfferedFactor[];
  selected: FactorType;
  busy: boolean;
  onSelect(type: FactorType): void;
}

/** The second factors as radio buttons; what is missing for one stands in its place. */
export function FactorOptions({ options, selected, busy, onSelect }: FactorOptionsProps) {
  const { t } = useTranslation('account');
  const name = useId();
  return (
    <div className={css.choices} role="radiogroup" aria-label={t('factor.title')} aria-busy={busy}>
      {options.map(({ key, missing }) => {
        const FactorIcon = icons[key];
        return (
          <label key={key} className={css.choice}>
            {/* A native radio input: the arrow keys move the selection and skip disabled options. */}
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={factorType[key] === selected}
              disabled={missing !== undefined}
              onChange={() => onSelect(factorType[key])}
            />
            <FactorIcon size={22} aria-hidden="true" />
            <span>
              <span className={css.name}>{t(`factor.${key}.name`)}</span>
              <br />
              <span className={css.text}>{t(missing ?? `factor.${key}.text`)}</span>
            </span>
          </label>
        );
      })}
    </div>
  );
}
