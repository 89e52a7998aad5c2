import type { TFunction } from 'i18next';
import { check, forward, nonEmpty, object, partialCheck, pipe, string } from 'valibot';
import { isGoodPassword } from '@/components/password';

/** passwordSchema validates the change of a password. */
export const passwordSchema = (t: TFunction<'account'>) => {
  const required = pipe(string(), nonEmpty(t('invalid.required')));
  return pipe(
    object({
      password: required,
      new_password: pipe(required, check(isGoodPassword, t('invalid.password'))),
      new_password_confirm: required,
    }),
    forward(
      partialCheck(
        [['new_password'], ['new_password_confirm']],
        ({ new_password, new_password_confirm }) => new_password === new_password_confirm,
        t('invalid.same'),
      ),
      ['new_password_confirm'],
    ),
  );
};
