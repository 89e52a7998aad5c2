import { describe, expect, it } from 'vitest';
import { paths, routePatterns } from '.';

describe('paths', () => {
  it('fill and escape their parts', () => {
    expect(paths.slotCategory.to({ categoryID: 27 })).toBe('/slot/category/27');
    expect(paths.slotType.to({ type: 'a/b c' })).toBe('/slot/type/a%2Fb%20c');
    expect(paths.home.to()).toBe('/');
  });

  it('tell the server every page, closed sets spelled out', () => {
    const patterns = routePatterns();
    expect(patterns).toContain('/slot/category/:categoryID');
    expect(patterns).toContain('/profile/history/bets');
    expect(patterns).toContain('/info/FAQ');
    expect(patterns).not.toContain('/info/:key');
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});
