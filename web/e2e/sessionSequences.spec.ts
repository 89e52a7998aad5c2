import { test } from '@playwright/test';
import fc from 'fast-check';
import { play, sequence } from '../src/testing/sessionSequences';
import type { SessionServer, ShownPlayer } from '../src/testing/sessionServer';
import { startCroupier } from './server';

const password = 'Demo123';
const cookieName = 'croupier';

/** Returns a response's session cookie: empty to end the session, undefined without a cookie. */
function cookieOf(response: Response): string | undefined {
  const found = response.headers.getSetCookie().find((name) => name.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1).split(';')[0];
}

/** The running binary as the server of the session's sequences. */
function realServer(address: string, players: SessionServer['players']): SessionServer {
  const post = (init: RequestInit, cookie: string) => {
    const { method, body, headers } = init;
    const sent = { ...(headers as object), ...(cookie && { cookie: `${cookieName}=${cookie}` }) };
    return fetch(`http://${address}/endpoint/v1`, { method, body, headers: sent });
  };
  /** Makes a call in addition to the browser's calls. */
  const call = async (name: string, data: object, cookie = '') => {
    const [cls, method] = name.split('/');
    const headers = { 'Content-Type': 'application/json', panel: 'frontend' };
    const body = JSON.stringify({ api: { class: cls, method }, data, user: null });
    const response = await post({ method: 'POST', headers, body }, cookie);
    const { result, data: answered } = (await response.json()) as {
      result: boolean;
      data: unknown;
    };
    return { result, data: answered, cookie: cookieOf(response) };
  };
  return {
    players,
    async answer(init, sent) {
      const response = await post(init, sent);
      return {
        status: response.status,
        body: await response.text(),
        cookie: cookieOf(response),
      };
    },
    async ownerOf(cookie) {
      const profile = await call('user/get_user_profile', {}, cookie);
      if (!profile.result) return undefined;
      const balance = await call('finance/check_balance', {}, cookie);
      const { username } = profile.data as ShownPlayer;
      return { username, balance: (balance.data as { balance: number }[])[0]!.balance };
    },
    async expire() {
      for (const username of players) {
        const login = await call('user/login', { username, password, SiteType: 'desktop' });
        await call('user/logout_all', {}, login.cookie);
      }
    },
  };
}

test('200 sequences of logins, logouts, refreshes, late and lost answers end as the server says @all', async () => {
  const seed = Number(process.env.SESSION_SEED ?? Date.now() % 2 ** 31);
  process.stdout.write(`sequences of the session: SESSION_SEED=${seed}\n`);
  const croupier = await startCroupier();
  try {
    const server = realServer(croupier.address, ['demo', 'zengin']);
    const property = fc.asyncProperty(sequence, (steps) => play(server, steps));
    await fc.assert(property, { seed, numRuns: 200 });
  } finally {
    await croupier.stop();
  }
});
