import type { CallName } from '@/contracts/calls';
import { createGateway, createGatewayHub, type GatewayHub } from '@/lib/gateway';
import { createSession, type SessionEngine } from '@/lib/session';
import { createStoredValues, type StoredValues } from '@/lib/storage';
import { testClock, type TestClock } from './clock';

/** A call on its way: the server handles it, then its answer arrives, or either is lost. */
export interface PendingCall {
  name: CallName;
  /** Lets the server handle the call, once. */
  handle(): void;
  /** Delivers the answer, with its cookie; lets the server handle the call first. */
  deliver(): void;
  lose(): void;
}

/** A tab of the browser. */
export interface Tab {
  session: SessionEngine;
  hub: GatewayHub;
  /** The path that it shows. */
  path: string;
  /** Every epoch that it has had. */
  epochs: string[];
  /** Shows a page, as the router and the guard of pages that need a login do. */
  open(path: string): void;
}

/** A server with sessions, and a browser with two tabs that share storage, cookie, lock and channel. */
export interface SessionBrowser {
  tabs: Tab[];
  stored: StoredValues;
  clock: TestClock;
  pending: PendingCall[];
  online: boolean;
  /** The player whose live session the cookie opens; undefined without one. */
  cookieOwner(): string | undefined;
  /** Ends every session on the server. */
  expire(): void;
  /** Delivers what the tabs tell each other. */
  deliverMessages(): void;
  /** Waits until everything that can happen without an answer has happened. */
  settle(): Promise<void>;
}

const envelope = (result: boolean, data: unknown, debug: string | null = null) =>
  JSON.stringify({ result, message: '', data, code: result ? 200 : 403, debug, pagination: null });

export function createSessionBrowser(): SessionBrowser {
  const items = new Map<string, string>();
  const stored = createStoredValues(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
  }));
  const clock = testClock();
  const pending: PendingCall[] = [];
  /** The owners of live logins, and the login of every token. */
  const logins = new Map<number, string>();
  const tokens = new Map<string, number>();
  let cookie = '';
  let count = 0;
  let messages: Tab[] = [];
  let lock: Promise<unknown> = Promise.resolve();

  const loginOf = (token: string) => {
    const login = tokens.get(token);
    return login !== undefined && logins.has(login) ? login : undefined;
  };

  const issue = (login: number) => {
    const token = `token-${++count}`;
    tokens.set(token, login);
    const names = {
      uid: `uid-${count}`,
      sid: `sid-${count}`,
      uip: 'i',
      username: logins.get(login),
    };
    const data = { rid: 1, gtm: '3', language: 'tr', lastlogin: null, gasecret: '', ...names };
    return { token, body: envelope(true, data) };
  };

  /** Returns the answer to a call with a cookie. `token` replaces the cookie. */
  const answer = (name: string, data: { username?: string }, sent: string) => {
    const login = loginOf(sent);
    if (name === 'maintenance/check_status') return { body: envelope(true, {}) };
    if (name === 'user/login') {
      if (login !== undefined) logins.delete(login);
      logins.set(++count, data.username ?? '');
      return issue(count);
    }
    if (login === undefined) return { body: envelope(false, null, 'anonymous user') };
    if (name === 'user/refresh') return issue(login);
    if (name !== 'user/logout') return { body: envelope(true, {}) };
    logins.delete(login);
    return { body: envelope(true, {}), token: '' };
  };

  const send = (init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      if (!browser.online) return reject(new TypeError('offline'));
      const { api, data } = JSON.parse(init.body as string) as {
        api: { class: string; method: string };
        data: { username?: string };
      };
      const sent = cookie;
      const name = `${api.class}/${api.method}`;
      let answered: { body: string; token?: string } | undefined;
      const remove = () => void pending.splice(pending.indexOf(call), 1);
      const call: PendingCall = {
        name: name as CallName,
        handle: () => void (answered ??= answer(name, data, sent)),
        deliver() {
          call.handle();
          remove();
          const { body = '', token } = answered ?? {};
          if (token !== undefined) cookie = token;
          resolve(new Response(body));
        },
        lose() {
          remove();
          reject(new TypeError('lost'));
        },
      };
      pending.push(call);
      init.signal?.addEventListener('abort', () => {
        if (pending.includes(call)) remove();
        reject(new DOMException('aborted', 'AbortError'));
      });
    });

  const createTab = (): Tab => {
    const hub = createGatewayHub();
    let session: SessionEngine | undefined = undefined as SessionEngine | undefined;
    const { call } = createGateway({
      fetch: (_, init) => send(init ?? {}),
      hub,
      language: () => 'tr',
      user: () => stored.get('session'),
      epoch: () => session?.epoch() ?? '',
      clock,
      isVisible: () => true,
      random: () => 0.5,
    });
    const tab: Tab = {
      path: '/',
      epochs: [],
      hub,
      session: createSession({
        call,
        hub,
        stored,
        clock,
        siteType: 'desktop',
        home: '/',
        createEpoch: () => `epoch-${++count}`,
        language: () => 'tr',
        navigate: (to) => tab.open(to),
        loadPlayer: () => undefined,
        notifyEnd: () => undefined,
        notifyServerLogout: () => undefined,
        clearPlayerData: () => undefined,
        deleteDrafts: () => undefined,
        isVisible: () => true,
        isFrameFocused: () => false,
        isProtectedPage: () => tab.path.startsWith('/profile'),
        exclusive(task) {
          const run = lock.then(task);
          lock = run.catch(() => undefined);
          return run;
        },
        tellTabs: () => void (messages = browser.tabs.filter((it) => it !== tab)),
      }),
      open(path) {
        tab.path = path;
        // The router reports a navigation after it has happened.
        queueMicrotask(() => {
          tab.session.navigated();
          guard();
        });
      },
    };
    session = tab.session;
    let tried: string | undefined;
    const guard = () => {
      const state = tab.session.state();
      const waiting = state.phase === 'guest' ? state.leaving : state.phase !== 'code';
      if (!tab.path.startsWith('/profile') || waiting) return;
      if (stored.get('auth') && tried !== state.epoch) {
        tried = state.epoch;
        return void tab.session.refresh();
      }
      stored.set('returnUrl', tab.path);
      tab.path = '/login';
    };
    tab.session.subscribe(() => {
      tab.epochs.push(tab.session.state().epoch);
      queueMicrotask(guard);
    });
    return tab;
  };

  const browser: SessionBrowser = {
    tabs: [],
    stored,
    clock,
    pending,
    online: true,
    cookieOwner() {
      const login = loginOf(cookie);
      return login === undefined ? undefined : logins.get(login);
    },
    expire: () => logins.clear(),
    deliverMessages() {
      for (const tab of messages.splice(0)) {
        tab.session.sync();
        tab.session.checkPresence();
      }
    },
    async settle() {
      for (let turns = 0; turns < 4; turns++) await new Promise((done) => setImmediate(done));
    },
  };
  browser.tabs = [createTab(), createTab()];
  return browser;
}
