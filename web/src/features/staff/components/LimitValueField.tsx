import { useTranslation } from 'react-i18next';
import { useLimitTexts } from '../hooks/useLimitTexts';
import { valueOf, type LimitKind, type LimitValue } from '../model/limits';
import { Field } from '@/components/ui/Field/Field';

export interface LimitValueFieldProps {
  kind: LimitKind;
  currency: string;
  /** The limit in force. */
  present: LimitValue | undefined;
  typed: string;
  /** Why the value is not accepted. */
  error: string | undefined;
  onChange(typed: string): void;
}

/** The value of a limit: an amount, or minutes of session time. */
export function LimitValueField(props: LimitValueFieldProps) {
  const { kind, currency, present, typed, error, onChange } = props;
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(currency);
  const invalid = typed.trim() !== '' && !valueOf(kind, typed, currency);
  const inMinutes = kind === 'session_time';
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
