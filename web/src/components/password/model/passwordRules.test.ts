import { expect, it } from 'vitest';
import { passwordStrength, rulesMet } from './passwordRules';

it.each([
  ['empty', '', 'weak', 0],
  ['without a capital letter', 'nar123456', 'weak', 3],
  ['without a digit', 'Abcdef', 'weak', 3],
  ['too short', 'Abc1', 'weak', 3],
  ['just long enough', 'Abcde1', 'good', 4],
  ['required rules only', 'NAR123456', 'good', 3],
  ['every rule', 'Nar-123456', 'strong', 5],
  ['letters beyond ASCII', 'Ğüş-12345', 'strong', 5],
])('passwordStrength %s', (_, password, strength, met) => {
  expect(passwordStrength(password)).toBe(strength);
  expect(rulesMet(password)).toBe(met);
});
