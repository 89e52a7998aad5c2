import { passwordMinimum } from '@/contracts/constants';

/** The rules for a good password (spec §5). The first three are required, the others are recommended. */
export const passwordRules = [
  { key: 'length', required: true, isMet: (text: string) => [...text].length >= passwordMinimum },
  { key: 'upper', required: true, isMet: (text: string) => /\p{Lu}/u.test(text) },
  { key: 'digit', required: true, isMet: (text: string) => /\d/.test(text) },
  { key: 'lower', required: false, isMet: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'special', required: false, isMet: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

type PasswordStrength = 'weak' | 'good' | 'strong';

/** Reports whether a password meets every required rule. */
export const isGoodPassword = (text: string): boolean =>
  passwordRules.every(({ required, isMet }) => !required || isMet(text));

/** Returns how many rules a password meets. */
export const rulesMet = (text: string): number =>
  passwordRules.filter(({ isMet }) => isMet(text)).length;

/** Rates a password: weak when a required rule is broken, strong when every rule is met. */
export function passwordStrength(text: string): PasswordStrength {
  if (!isGoodPassword(text)) return 'weak';
  return rulesMet(text) === passwordRules.length ? 'strong' : 'good';
}
