import type { TFunction } from 'i18next';
import { check, nonEmpty, object, pipe, string } from 'valibot';
import { validates } from '@/components/forms/model/validates';
import { isGoodPassword } from '@/components/password/model/passwordRules';

/** Returns the validator of a change of the password. */
export const validatesPassword = (t: TFunction<'account'>) => {
  const required = pipe(string(), nonEmpty(t('invalid.required')));
  return validates(
    object({
      password: required,
      new_password: pipe(required, check(isGoodPassword, t('invalid.password'))),
      new_password_confirm: required,
    }),
    ({ new_password, new_password_confirm }) => ({
      new_password_confirm: new_password !== new_password_confirm && t('invalid.same'),
    }),
  );
};
