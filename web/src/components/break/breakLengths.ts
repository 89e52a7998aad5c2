import type { CoolOffRequest } from '@/contracts/types';

/** The length of a break in hours. */
export type BreakHours = CoolOffRequest['hours'];

/** The lengths of a break with the keys of their texts, shortest first. */
export const breakLengths = [
  [24, 'length.day'],
  [72, 'length.threeDays'],
  [168, 'length.week'],
  [720, 'length.month'],
] as const satisfies readonly (readonly [BreakHours, string])[];

/** Returns the key of the text of a length. */
export const lengthKey = (hours: BreakHours) =>
  breakLengths.find(([length]) => length === hours)?.[1] ?? 'length.day';
