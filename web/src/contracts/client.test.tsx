import type { ReactNode } from 'react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { SWRConfig, unstable_serialize } from 'swr';
import { beforeEach, describe, expect, it } from 'vitest';
import { idempotencyHeader } from '@/contracts/constants';
import { openSession } from '@/lib/session/site';
import { testBrand } from '@/testing/brand';
import { clearCache, mockPlayerStart, signIn } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { calls, type CallName, type RequestOf } from './calls';
import { examples } from './examples';
import * as keys from './keys';

type Hook = (...args: unknown[]) => Record<string, unknown>;
type AnyKey = keys.KeyOf<CallName>;

const modules = import.meta.glob<Record<string, Hook>>('./hooks/*.ts', { eager: true });
const hooks = Object.assign({}, ...Object.values(modules)) as Record<string, Hook>;
const names = Object.keys(calls) as CallName[];
const reads = names.filter((name) => calls[name].kind === 'read');

/** casino/games_list is CasinoGamesList in the names of its key and its hooks. */
const identifier = (name: CallName) =>
  name.replace(/(?:^|[/_])(\w)/g, (_, letter: string) => letter.toUpperCase());

const hookOf = (name: CallName, ending = '') => hooks[`use${identifier(name)}${ending}`];

const keyOf = (name: CallName) => {
  const [first = '', ...rest] = identifier(name);
  return (keys as unknown as Record<string, AnyKey>)[`${first.toLowerCase()}${rest.join('')}Key`];
};

const goodExample = (name: CallName) => {
  const found = examples[name].find(({ result }) => result);
  if (!found) throw new Error(`no good example of ${name}`);
  return found;
};

const guest: keys.CacheScope = { brand: 'marmara', language: 'tr', player: '' };
const player: keys.CacheScope = { ...guest, player: 'uid-1' };

describe('keys', () => {
  it('name the call and its data, and are a player’s own where only a player may ask', () => {
    for (const name of reads) {
      const data = goodExample(name).data as RequestOf<typeof name>;
      expect(keyOf(name)?.(data, player)?.slice(0, 2)).toEqual([name, data]);
      const own = calls[name].who !== 'guest';
      expect(keyOf(name)!({}, guest) === null).toBe(own);
      expect(keys.playerOf(keyOf(name)!({}, player)!)).toBe(own ? 'uid-1' : '');
    }
  });

  it('follow the data where who may ask follows it', () => {
    for (const own of [keys.casinoGamesListKey, keys.livecasinoGameTableListKey]) {
      expect(own({ favorites: true }, guest)).toBeNull();
      expect(keys.playerOf(own({ favorites: true }, player)!)).toBe('uid-1');
      expect(keys.playerOf(own({ favorites: false, searchGameName: 'kum' }, player)!)).toBe('');
    }
  });

  it('never collide between calls, data, brands, languages and players', () => {
    const scopes = ['marmara', 'zephyr'].flatMap((brand) =>
      ['tr', 'ar'].flatMap((language) =>
        ['uid-1', 'uid-2'].map((uid) => ({ brand, language, player: uid })),
      ),
    );
    const distinct = new Map<string, string>();
    for (const name of reads) {
      for (const scope of scopes) {
        for (const data of [{}, { offset: 10 }, { favorites: true, offset: 10 }]) {
          const key = keyOf(name)!(data, scope)!;
          expect(keys.isCallKey(key)).toBe(true);
          const { brand, language } = scope;
          const meant = JSON.stringify([name, data, brand, language, keys.playerOf(key)]);
          const taken = distinct.get(unstable_serialize(key));
          expect(taken ?? meant).toBe(meant);
          distinct.set(unstable_serialize(key), meant);
        }
      }
    }
    // Everybody's answers differ by brand and language alone, a player's by the player as well.
    const guests = reads.filter((name) => calls[name].who === 'guest').length;
    const lists = ['casino/games_list', 'livecasino/game_table_list'].length;
    const own = reads.length - guests;
    expect(distinct.size).toBe(own * 3 * 8 + guests * 3 * 4 + lists * 4);
  });

  it('do not differ by the order of fields, nor by fields that are not there', () => {
    const one = keys.casinoGamesListKey({ categoryID: 1, type: 'slot' }, guest);
    const same = { type: 'slot', providerID: undefined, categoryID: 1 };
    const other = keys.casinoGamesListKey(same, guest);
    expect(unstable_serialize(one)).toBe(unstable_serialize(other));
  });
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>{children}</SWRConfig>
);

describe('hooks', () => {
  beforeEach(async () => {
    mockCall('maintenance/check_status', {}, { result: true });
    signIn();
    mockPlayerStart();
    await openSession({ home: '/', navigate: () => undefined }).start();
    // The start's own requests are some of those that are tried here.
    await waitForIdle();
    clearCache();
  });

  it('are there for the calls of the catalogue, and for nothing else', () => {
    const wanted = names.flatMap((name) => {
      const { kind, paginated } = calls[name];
      const hooks = [`use${identifier(name)}`];
      if (kind === 'read' && paginated) hooks.push(`use${identifier(name)}Pages`);
      return hooks;
    });
    const found = Object.values(modules).flatMap((module) => Object.keys(module));
    expect(found.sort()).toEqual([...wanted, 'useUserTwoAuthTypeSet'].sort());
  });

  const kindOf = (name: CallName) => calls[name].kind;
  const reads = names.filter((name) => kindOf(name) === 'read');

  it.each(reads)('%s: reads, and asks nothing for null', async (name) => {
    const { data, answer } = goodExample(name);
    const asked = mockCall(name);
    const nothing = renderHook(() => hookOf(name)!(null), { wrapper });
    expect(nothing.result.current.data).toBeUndefined();
    await waitForIdle();
    expect(asked).toEqual([]);
    const { result } = renderHook(() => hookOf(name)!(data), { wrapper });
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current).toMatchObject({ data: answer.data, error: undefined });
    expect(asked.at(-1)?.data).toEqual({ ...data, Lang: testBrand.language });
  });

  it.each(reads.filter((name) => calls[name].paginated))('%s: reads by pages', async (name) => {
    const { data, answer } = goodExample(name);
    const asked = mockCall(name);
    const { result } = renderHook(() => hookOf(name, 'Pages')!(data), { wrapper });
    await waitFor(() => expect(result.current.items).toEqual(answer.data));
    const { limit } = calls[name].defaults;
    expect(asked.at(-1)?.data).toMatchObject({ limit, offset: 0 });
  });

  it.each(names.filter((name) => kindOf(name) !== 'read'))('%s: is run', async (name) => {
    const { data, answer } = goodExample(name);
    const asked = mockCall(name);
    const { result } = renderHook(() => hookOf(name)!(), { wrapper });
    const run = result.current.run as (data: object) => Promise<{ data: unknown }>;
    await act(async () => expect((await run(data)).data).toEqual(answer.data));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.data).toEqual({ ...data, Lang: testBrand.language });
    expect(asked[0]?.headers.has(idempotencyHeader)).toBe(kindOf(name) === 'money');
  });
});
