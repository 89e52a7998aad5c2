import { expect, test, vi } from 'vitest';
import { userGetUserProfileKey } from '@/contracts/keys';
import { bootstrap, setBootstrap } from '../bootstrap/bootstrap';
import { stored } from '../storage/stored';
import { fetchKey } from '../swr/fetcher';
import { loadPlayer } from './load';

/** The profile call's answer, in the page and from the server. */
const answer = (username: string) => ({
  result: true,
  message: '',
  data: { username, firstname: '', lastname: '' },
  code: 200,
  debug: null,
  pagination: null,
});

test.each([
  ['demo', 'page'],
  ['zengin', 'server'],
])('the player %s gets the profile of the %s', async (username, source) => {
  const fetched = vi.fn(() => Promise.resolve(Response.json(answer('server'))));
  vi.stubGlobal('fetch', fetched);
  const reads = [{ name: 'user/get_user_profile', data: {}, answer: answer('page') }];
  setBootstrap({ ...bootstrap(), player: { username: 'demo', reads } } as never);
  const uid = `uid of ${username}`;
  stored.set('profile', { uid, username });
  const names = vi.fn();
  loadPlayer(names);
  await vi.waitFor(() => expect(names).toHaveBeenCalledOnce());
  expect(names).toHaveBeenCalledWith(expect.objectContaining({ username: source }));
  const { brand, language } = bootstrap();
  const key = userGetUserProfileKey({}, { brand: brand.id, language, player: uid });
  expect(await fetchKey(key!)).toMatchObject({ data: { username: source } });
  // The next player of this page gets nothing from it.
  expect(bootstrap().player).toBeUndefined();
});
