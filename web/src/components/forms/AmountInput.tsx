import { useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { amountPatterns, parseAmount } from '@/lib/format/amount';
import { useLanguage } from '@/lib/i18n/language';

export interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | string;
  /** Gets '' for an empty field, and NaN if the text is not an amount. */
  onChange?(value: number | ''): void;
}

/** A field for an amount of money in the language's notation, typed or pasted. */
export function AmountInput({ value = '', onChange, onBlur, ...rest }: AmountInputProps) {
  const format = useFormat();
  const { language } = useLanguage();
  const [typed, setTyped] = useState<string>();
  const amountOf = (text: string) =>
    text.trim() === '' ? '' : (parseAmount(text, language, bootstrap().currency) ?? Number.NaN);
  const amount = Number.parseFloat(String(value));
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  const written = Number.isNaN(amount) ? '' : format.number(amount, { minimumFractionDigits });
  const shown = typed !== undefined && Object.is(amountOf(typed), value) ? typed : written;
  const change = (field: HTMLInputElement, { data, inputType }: InputEvent) => {
    const { grouped, groups } = amountPatterns(language);
    const isKey = /^\p{Nd}$/u.test(data ?? '') || inputType?.startsWith('delete');
    // After one digit more or less, the separators of thousands are misplaced and not input.
    if (isKey && grouped.test(shown) && signs(field.value) <= signs(shown)) {
      const before = field.value.slice(0, field.selectionStart ?? undefined);
      const caret = before.replace(groups, '').length;
      field.value = field.value.replace(groups, '');
      field.setSelectionRange(caret, caret);
    }
    setTyped(field.value);
    onChange?.(amountOf(field.value));
  };
  return (
    <TextInput
      inputMode="decimal"
      value={shown}
      onChange={(event) => change(event.currentTarget, event.nativeEvent as InputEvent)}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(undefined);
        onBlur?.(event);
      }}
      {...rest}
    />
  );
}

/** Returns the number of characters that are not digits. */
const signs = (text: string): number => text.replace(/\d/g, '').length;
