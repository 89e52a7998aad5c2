import { passwordMinimum } from '@/contracts/constants';

/** The rules for a good password. The first three are required, the others are recommended. */
export const passwordRules = [
  { key: 'length', required: true, isMet: (text: string) => [...text].length >= passwordMinimum },
  { key: 'upper', required: true, isMet: (text: string) => /\p{Lu}/u.test(text) },
  { key: 'digit', required: true, isMet: (text: string) => /\d/.test(text) },
  { key: 'lower', required: false, isMet: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'special', required: false, isMet: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

type PasswordStrength = 'weak' | 'good' | 'strong';

/** Returns whether a password meets every required rule. */
export const isGoodPassword = (text: string): boolean =>
  passwordRules.every(({ required, isMet }) => !required || isMet(text));

/** Returns the number of rules that a password meets. */
export const rulesMet = (text: string): number =>
  passwordRules.filter(({ isMet }) => isMet(text)).length;

/** Rates a password. It is weak if it breaks a required rule, and strong if it meets every rule. */
export function passwordStrength(text: string): PasswordStrength {
  if (!isGoodPassword(text)) return 'weak';
  return rulesMet(text) === passwordRules.length ? 'strong' : 'good';
}
