/** A server's response, with its body and the session cookie, if it sets one. */
export interface ServerAnswer {
  body: string;
  status?: number;
  cookie?: string;
}

/** The player's data for the header. */
export interface ShownPlayer {
  username: string;
  balance: number;
}

/** A server with sessions, without the network between it and a browser. */
export interface SessionServer {
  /** The user name of each tab's player. The password of both is `Demo123`. */
  players: readonly [string, string];
  /** A player whose login requires a code, and the code, or undefined if the server has none. */
  protected?: { username: string; code: string };
  /** Handles a request with a session cookie. */
  answer(init: RequestInit, cookie: string): ServerAnswer | Promise<ServerAnswer>;
  /** Resolves with the player of a cookie's live session, or undefined. */
  ownerOf(cookie: string): Promise<ShownPlayer | undefined>;
  /** Ends every session. */
  expire(): void | Promise<void>;
}

const envelope = (result: boolean, data: unknown, debug: string | null = null) =>
  JSON.stringify({ result, message: '', data, code: result ? 200 : 403, debug, pagination: null });

/** Creates a server in memory. A login ends the session of the cookie that it is sent with. */
export function createSessionServer(): SessionServer {
  const protectedPlayer = { username: 'a-protected-player', code: '123456' };
  /** The owners of live logins, the logins that wait for a code, and the login of every token. */
  const logins = new Map<number, string>();
  const pending = new Set<number>();
  const tokens = new Map<string, number>();
  let count = 0;

  const loginOf = (token: string) => {
    const login = tokens.get(token);
    return login !== undefined && logins.has(login) ? login : undefined;
  };
  const playerOf = (login: number): ShownPlayer => {
    const username = logins.get(login) ?? '';
    return { username, balance: username.length };
  };

  const issue = (login: number): ServerAnswer => {
    const cookie = `token-${++count}`;
    tokens.set(cookie, login);
    const { username } = playerOf(login);
    const names = { uid: `uid-${count}`, sid: `sid-${count}`, uip: 'i', username };
    const gasecret = pending.has(login) ? 'a secret of sixteen' : '';
    const data = { rid: 1, gtm: '3', language: 'tr', lastlogin: null, gasecret, ...names };
    return { cookie, body: envelope(true, data) };
  };

  return {
    players: ['player-0', 'the-other-player-1'],
    protected: protectedPlayer,
    answer(init, sent) {
      const { api, data } = JSON.parse(init.body as string) as {
        api: { class: string; method: string };
        data: { username?: string; ga_code?: string };
      };
      const login = loginOf(sent);
      const name = `${api.class}/${api.method}`;
      if (name === 'maintenance/check_status') return { body: envelope(true, {}) };
      if (name === 'user/login') {
        if (login !== undefined) logins.delete(login);
        logins.set(++count, data.username ?? '');
        const opened = count;
        if (data.username === protectedPlayer.username) pending.add(opened);
        return issue(opened);
      }
      if (login === undefined) return { body: envelope(false, null, 'anonymous user') };
      if (name === 'user/check_ga') {
        const right = data.ga_code === protectedPlayer.code;
        if (right) pending.delete(login);
        return { body: envelope(right, {}, right ? null : 'wrong code') };
      }
      if (pending.has(login) && name !== 'user/logout')
        return { body: envelope(false, null, 'anonymous user') };
      const { username, balance } = playerOf(login);
      switch (name) {
        case 'user/refresh':
          return issue(login);
        case 'user/logout':
          logins.delete(login);
          return { body: envelope(true, {}), cookie: '' };
        case 'user/get_user_profile':
          return { body: envelope(true, { username, firstname: username, lastname: '' }) };
        case 'finance/check_balance':
          return { body: envelope(true, [{ balance }]) };
        default:
          return { body: envelope(true, {}) };
      }
    },
    ownerOf: (cookie) => {
      const login = loginOf(cookie);
      const owned = login !== undefined && !pending.has(login);
      return Promise.resolve(owned ? playerOf(login) : undefined);
    },
    expire: () => logins.clear(),
  };
}
