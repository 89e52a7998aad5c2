import type { TFunction } from 'i18next';
import { check, object, pipe, string } from 'valibot';
import { validates } from '@/components/forms/model/validates';
import { isGoodPassword } from '@/components/password/model/passwordRules';
import { passwordMinimum } from '@/contracts/constants';

/** Returns the validator of a new password and its repetition. */
export const validatesNewPassword = (t: TFunction<'auth'>) => {
  const good = check(isGoodPassword, t('rule.password', { minimum: passwordMinimum }));
  return validates(
    object({ password: pipe(string(), good), password_confirm: string() }),
    ({ password, password_confirm }) => ({
      password_confirm: password !== password_confirm && t('rule.passwordSame'),
    }),
  );
};
