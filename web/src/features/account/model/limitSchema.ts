import type { TFunction } from 'i18next';
import { check, number, object, pipe, string, union } from 'valibot';
import { isAmount } from '@/components/forms';

/** Validates the value of a limit: an amount above zero with two decimals at most, or whole minutes. An empty field is a text. */
export const limitSchema = (t: TFunction<'limits'>, isTime: boolean) =>
  object({
    value: pipe(
      union([number(), string()]),
      check(
        (input) => isAmount(input, isTime ? 1 : 100),
        t(isTime ? 'limit.invalidMinutes' : 'limit.invalid'),
      ),
    ),
  });
