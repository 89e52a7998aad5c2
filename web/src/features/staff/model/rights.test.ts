import { describe, expect, it } from 'vitest';
import { may, maySomewhere, roleFor, type Roles } from './rights';

describe('rights by role and brand', () => {
  const roles: Roles = { '*': 'viewer', zephyr: 'support' };

  it('the higher of the role for the brand and that for all brands holds', () => {
    expect(roleFor(roles, 'zephyr')).toBe('support');
    expect(roleFor(roles, 'marmara')).toBe('viewer');
    expect(roleFor({ '*': 'admin', zephyr: 'viewer' }, 'zephyr')).toBe('admin');
    expect(roleFor({ zephyr: 'viewer' }, 'marmara')).toBeUndefined();
  });

  it.each([
    ['support', 'zephyr', true],
    ['support', 'marmara', false],
    ['admin', 'zephyr', false],
    ['viewer', 'marmara', true],
    ['support', undefined, false],
    ['viewer', undefined, true],
  ] as const)('may(%s, %s) is %s', (least, brand, expected) => {
    expect(may(roles, least, brand)).toBe(expected);
  });

  it('a role for one brand is a role somewhere', () => {
    expect(maySomewhere(roles, 'support')).toBe(true);
    expect(maySomewhere(roles, 'admin')).toBe(false);
  });
});
