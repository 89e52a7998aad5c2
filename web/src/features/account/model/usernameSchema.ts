import type { TFunction } from 'i18next';
import { object, pipe, regex, string, trim } from 'valibot';

/** usernameSchema validates a new user name; the rule is that of contracts/schemas. */
export const usernameSchema = (t: TFunction<'account'>) =>
  object({
    username: pipe(string(), trim(), regex(/^[\p{L}0-9._-]{3,32}$/u, t('invalid.username'))),
  });
