import {
  boolean,
  check,
  maxLength,
  minLength,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
  trim,
  union,
} from 'valibot';
import type { TFunction } from 'i18next';
import { limitPeriods } from '@/components/limits/limits';
import { validates } from '@/components/forms/model/validates';
import type { Form } from '@/components/forms/useForm';
import { isGoodPassword } from '@/components/password/model/passwordRules';
import type { RequestOf } from '@/contracts/calls';
import { passwordMinimum } from '@/contracts/constants';
import type { LimitPeriod } from '@/contracts/types';
import { isNationalId } from '@/lib/identity/identity';

/** Returns the age in whole years on a day, or NaN for an invalid birth date (yyyy-mm-dd). */
export function ageAt(birthdate: string, day: Date): number {
  const [year = NaN, month = NaN, date = NaN] = birthdate.split('-').map(Number);
  const parsed = new Date(Date.UTC(year, month - 1, date));
  if (parsed.getUTCMonth() !== month - 1 || parsed.getUTCDate() !== date) return NaN;
  const sinceBirthday =
    [day.getMonth() + 1 - month, day.getDate() - date].find((value) => value !== 0) ?? 0;
  return day.getFullYear() - year - (sinceBirthday < 0 ? 1 : 0);
}

/** Returns the latest birth date (yyyy-mm-dd) of a person who has the given age on a day. */
export function latestBirthdate(age: number, day: Date): string {
  const month = String(day.getMonth() + 1).padStart(2, '0');
  const date = String(day.getDate()).padStart(2, '0');
  return `${day.getFullYear() - age}-${month}-${date}`;
}

/**
 * Returns a phone number in international form, `+905321234567`, or undefined if it is invalid.
 * Turkish numbers must be mobile numbers and may omit the country code and the leading zero.
 */
export function internationalPhone(text: string, country: string): string | undefined {
  const compact = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (country === 'TR' && /^0?5\d{9}$/.test(compact)) return `+90${compact.replace(/^0/, '')}`;
  if (compact.startsWith('+90')) return /^\+905\d{9}$/.test(compact) ? compact : undefined;
  // E.164: at most fifteen digits including the country code.
  return /^\+[1-9]\d{6,14}$/.test(compact) ? compact : undefined;
}

/** The values of the registration form. */
export interface Registration {
  username: string;
  email: string;
  email_confirm: string;
  password: string;
  password_confirm: string;
  firstname: string;
  lastname: string;
  birthdate: string;
  country: string;
  national_id: string;
  phone: string;
  city: string;
  address: string;
  currency: string;
  promo_code: string;
  reference_no: string;
  /** The amount of a deposit limit, or empty for no limit. */
  limit_amount: number | string;
  limit_period: LimitPeriod;
  sms_notification: boolean;
  email_notification: boolean;
  rules_accepted: boolean;
}

export type RegistrationField = keyof Registration;
export type RegistrationForm = Form<Registration>;

/** Returns the initial values of the form. */
export const emptyRegistration = (currency: string): Registration => ({
  username: '',
  email: '',
  email_confirm: '',
  password: '',
  password_confirm: '',
  firstname: '',
  lastname: '',
  birthdate: '',
  country: 'TR',
  national_id: '',
  phone: '',
  city: '',
  address: '',
  currency,
  promo_code: '',
  reference_no: '',
  limit_amount: '',
  limit_period: 'month',
  sms_notification: false,
  email_notification: false,
  rules_accepted: false,
});

/** The pattern of an email address. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the validator of the registration with its messages. */
export function validatesRegistration(t: TFunction<'auth'>, minimumAge: number, today: Date) {
  const required = (maximum: number) =>
    pipe(string(), trim(), minLength(1, t('rule.required')), maxLength(maximum, t('rule.long')));
  const optional = pipe(string(), maxLength(64, t('rule.long')));
  return validates<Registration>(
    object({
      username: pipe(required(32), regex(/^[\p{L}0-9._-]{3,32}$/u, t('rule.username'))),
      email: pipe(required(254), regex(emailPattern, t('rule.email'))),
      email_confirm: required(254),
      password: pipe(
        required(128),
        check(isGoodPassword, t('rule.password', { minimum: passwordMinimum })),
      ),
      password_confirm: required(128),
      firstname: required(100),
      lastname: required(100),
      birthdate: pipe(
        required(10),
        check((day) => ageAt(day, today) < 120, t('rule.birthdate')),
        check((day) => ageAt(day, today) >= minimumAge, t('rule.age', { age: minimumAge })),
      ),
      country: required(2),
      national_id: required(20),
      phone: required(26),
      city: required(100),
      address: required(300),
      currency: required(3),
      promo_code: optional,
      reference_no: optional,
      limit_amount: pipe(
        union([number(), string()]),
        check((amount) => amount === '' || Number(amount) > 0, t('rule.amount')),
      ),
      limit_period: picklist(limitPeriods),
      sms_notification: boolean(),
      email_notification: boolean(),
      rules_accepted: pipe(
        boolean(),
        check((on) => on, t('rule.rules')),
      ),
    }),
    (values) => ({
      email_confirm: values.email !== values.email_confirm && t('rule.emailSame'),
      password_confirm: values.password !== values.password_confirm && t('rule.passwordSame'),
      national_id: !isNationalId(values.national_id.trim(), values.country) && t('rule.nationalId'),
      phone: internationalPhone(values.phone, values.country) === undefined && t('rule.phone'),
    }),
  );
}

/** Returns the request for valid form values. */
export function registerRequest(fields: Registration): RequestOf<'user/register'> {
  const trimmed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isPassword = name.startsWith('password');
      return [name, typeof value === 'string' && !isPassword ? value.trim() : value];
    }),
  ) as unknown as Registration;
  const { promo_code, reference_no, limit_amount, limit_period, phone, country, ...rest } = trimmed;
  return {
    ...rest,
    country,
    phone: internationalPhone(phone, country) ?? phone,
    ...(promo_code && { promo_code }),
    ...(reference_no && { reference_no }),
    ...(limit_amount !== '' && {
      deposit_limit: { period: limit_period, amount: Number(limit_amount) },
    }),
    rules_accepted: true,
  };
}

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
