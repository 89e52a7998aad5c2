import { expect, it } from 'vitest';
import { paths } from './paths';
import { routePatterns } from './patterns';

it('paths fill in and escape parameters', () => {
  expect(paths.slotCategory.to({ categoryID: 27 })).toBe('/slot/category/27');
  expect(paths.slotType.to({ type: 'a/b c' })).toBe('/slot/type/a%2Fb%20c');
  expect(paths.home.to()).toBe('/');
});

it('paths list every page for the server, with closed sets expanded', () => {
  const patterns = routePatterns();
  expect(patterns).toContain('/slot/category/:categoryID');
  expect(patterns).toContain('/profile/history/bets');
  expect(patterns).toContain('/info/FAQ');
  expect(patterns).not.toContain('/info/:key');
  expect(patterns).toContain('/maintenance-control/brands/:brand');
  expect(new Set(patterns).size).toBe(patterns.length);
});
