import { passwordMinimum } from '@/contracts/constants';

/** What makes a password good (spec §5): the first three must hold, the others help. */
export const passwordRules = [
  { key: 'length', required: true, holds: (text: string) => [...text].length >= passwordMinimum },
  { key: 'upper', required: true, holds: (text: string) => /\p{Lu}/u.test(text) },
  { key: 'digit', required: true, holds: (text: string) => /\d/.test(text) },
  { key: 'lower', required: false, holds: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'special', required: false, holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

/** Whether a password may be set. */
export const isGoodPassword = (text: string): boolean =>
  passwordRules.every(({ required, holds }) => !required || holds(text));
