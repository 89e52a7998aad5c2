import type { TFunction } from 'i18next';
import { boolean, minLength, object, pipe, string, trim } from 'valibot';

/** loginSchema validates the login form. */
export const loginSchema = (t: TFunction<'auth'>) =>
  object({
    username: pipe(string(), trim(), minLength(1, t('login.needUsername'))),
    password: pipe(string(), minLength(1, t('login.needPassword'))),
    remember: boolean(),
  });
