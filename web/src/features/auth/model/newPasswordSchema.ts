import type { TFunction } from 'i18next';
import { check, forward, object, partialCheck, pipe, string } from 'valibot';
import { isGoodPassword } from '@/components/password';
import { passwordMinimum } from '@/contracts/constants';

/** newPasswordSchema validates a new password and its repetition. */
export const newPasswordSchema = (t: TFunction<'auth'>) =>
  pipe(
    object({
      password: pipe(
        string(),
        check(isGoodPassword, t('rule.password', { minimum: passwordMinimum })),
      ),
      password_confirm: string(),
    }),
    forward(
      partialCheck(
        [['password'], ['password_confirm']],
        ({ password, password_confirm }) => password === password_confirm,
        t('rule.passwordSame'),
      ),
      ['password_confirm'],
    ),
  );
