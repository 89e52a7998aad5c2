import type { TFunction } from 'i18next';
import {
  boolean,
  check,
  email,
  maxLength,
  nonEmpty,
  object,
  pipe,
  regex,
  string,
  trim,
} from 'valibot';
import { validates } from '@/components/forms/model/validates';
import { isGoodPassword } from '@/components/password/model/passwordRules';

/** Returns the validator of the editable profile fields. Its limits match contracts/schemas. */
export const contactSchema = (t: TFunction<'account'>) => {
  const required = pipe(string(), trim(), nonEmpty(t('invalid.required')));
  return object({
    email: pipe(required, email(t('invalid.email'))),
    phone: pipe(required, regex(/^\+?[0-9][0-9 ()-]{5,24}$/, t('invalid.phone'))),
    city: pipe(required, maxLength(100, t('invalid.long'))),
    address: pipe(required, maxLength(300, t('invalid.long'))),
    password: string(),
    sms_notification: boolean(),
    email_notification: boolean(),
  });
};

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
