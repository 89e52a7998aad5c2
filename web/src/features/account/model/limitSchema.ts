import type { TFunction } from 'i18next';
import { check, number, object, pipe, string, union } from 'valibot';

/** Validates the value of a limit: an amount above zero with two decimals at most, or whole minutes. An empty field is a text. */
export const limitSchema = (t: TFunction<'limits'>, isTime: boolean) => {
  const invalid = t(isTime ? 'limit.invalidMinutes' : 'limit.invalid');
  const parts = isTime ? 1 : 100;
  return object({
    value: pipe(
      union([number(), string()]),
      check((input) => input !== '' && Number(input) > 0, invalid),
      check((input) => {
        const units = Number(input) * parts;
        return Math.abs(units - Math.round(units)) < 1e-6;
      }, invalid),
    ),
  });
};
