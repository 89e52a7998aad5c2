import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useFormat } from '@/lib/format';

/** A field for an amount of money: two decimals, with the separators of the language. */
export function AmountInput(props: NumberInputProps) {
  return (
    <NumberInput
      size="md"
      inputMode="decimal"
      hideControls
      allowNegative={false}
      decimalScale={2}
      {...useSeparators()}
      {...props}
    />
  );
}

/** Returns the separators of the language for amounts such as 1.234,5; digits are Latin in every language. */
function useSeparators(): { decimalSeparator: string; thousandSeparator: string } {
  const sample = useFormat().number(1234567.5, { minimumFractionDigits: 1 });
  const separators = sample.replace(/[\p{Nd}\u200e\u200f]/gu, '');
  const decimalSeparator = separators.at(-1) === '٫' ? '.' : (separators.at(-1) ?? '.');
  const thousandSeparator = separators[0] === '٬' ? ',' : (separators[0] ?? ' ');
  return { decimalSeparator, thousandSeparator };
}
