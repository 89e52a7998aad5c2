import type { TFunction } from 'i18next';
import { check, number, object, pipe, string, union } from 'valibot';

/** Validates the amount of a limit: more than zero, two decimals at most. An empty field is a text. */
export const limitSchema = (t: TFunction<'limits'>) => {
  const invalid = t('deposit.invalid');
  return object({
    amount: pipe(
      union([number(), string()]),
      check((input) => input !== '' && Number(input) > 0, invalid),
      check((input) => {
        const cents = Number(input) * 100;
        return Math.abs(cents - Math.round(cents)) < 1e-6;
      }, invalid),
    ),
  });
};
