import type { CallName } from '@/contracts/calls';
import { createGatewayHub, type GatewayHub } from '@/lib/gateway/events';
import { createSession, type SessionEngine } from '@/lib/session/engine';
import { createEpochSignals } from '@/lib/session/epoch';
import { createStoredValues, type StoredValues } from '@/lib/storage/stored';
import { testClock, type TestClock } from './clock';
import { testGateway } from './gateway';
import type { ServerAnswer, SessionServer, ShownPlayer } from './sessionServer';

const ignore = () => undefined;

/** A call in flight. The server handles it, then its response arrives, or either is lost. */
export interface PendingCall {
  name: CallName;
  /** The tab of the call, and the tab's epoch at that time. */
  tab: Tab;
  epoch: string;
  /** Lets the server handle the call, if it has not done so. */
  handle(): void;
  /** Delivers the response with its cookie. Lets the server handle the call first. */
  deliver(): void;
  lose(): void;
}

/** A tab of the browser. */
export interface Tab {
  session: SessionEngine;
  hub: GatewayHub;
  /** The path of the shown page. */
  path: string;
  /** Every epoch of the tab so far. */
  epochs: string[];
  /** The loaded data of the player, in addition to the state of the session. */
  shown: { balance?: number };
  /** Opens a page, as the router and the guard of protected pages do. */
  open(path: string): void;
}

/** A browser with two tabs that share storage, cookie, lock and channel. */
export interface SessionBrowser {
  tabs: Tab[];
  stored: StoredValues;
  clock: TestClock;
  pending: PendingCall[];
  online: boolean;
  /** Resolves with the player of the cookie's live session, or undefined. */
  cookieOwner(): Promise<ShownPlayer | undefined>;
  /** Delivers the messages between the tabs. */
  deliverMessages(): void;
  /** Waits until the server is done and nothing more can happen without another response. */
  settle(): Promise<void>;
}

/** Creates a browser in front of a server. */
export function createSessionBrowser(server: SessionServer): SessionBrowser {
  const items = new Map<string, string>();
  const stored = createStoredValues(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
  }));
  const clock = testClock();
  const pending: PendingCall[] = [];
  /** Requests that the server is handling. */
  const handling = new Set<Promise<unknown>>();
  let cookie = '';
  let count = 0;
  let messages: Tab[] = [];
  let lock: Promise<unknown> = Promise.resolve();

  const send = (tab: Tab, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      if (!browser.online) return reject(new TypeError('offline'));
      const { api } = JSON.parse(init.body as string) as { api: { class: string; method: string } };
      const sent = cookie;
      let answered: Promise<ServerAnswer> | undefined;
      const handle = () => {
        answered ??= Promise.resolve(server.answer(init, sent));
        const done = answered.finally(() => handling.delete(done));
        handling.add(done);
        return answered;
      };
      const remove = () => void pending.splice(pending.indexOf(call), 1);
      const call: PendingCall = {
        name: `${api.class}/${api.method}` as CallName,
        tab,
        epoch: tab.session.state().epoch,
        handle: () => void handle(),
        deliver() {
          remove();
          void handle().then((answer) => {
            cookie = answer.cookie ?? cookie;
            resolve(new Response(answer.body, { status: answer.status }));
          }, reject);
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
    const { call } = testGateway({
      fetch: (_, init) => send(tab, init ?? {}),
      hub,
      user: () => stored.get('session'),
      epoch: () => session?.epoch() ?? '',
      clock,
    });
    const epochs = createEpochSignals(() => tab.session.epoch());
    /** Loads the header's data, as lib/player/load does. */
    const loadPlayer = () => {
      const { epoch } = tab.session.state();
      const options = { suppressToast: true, signal: epochs.signal() };
      call('user/get_user_profile', {}, options).then(
        ({ data }) => tab.session.setProfileNames(data, epoch),
        ignore,
      );
      call('finance/check_balance', {}, options).then(({ data }) => {
        tab.shown = { ...tab.shown, balance: data[0]?.balance };
      }, ignore);
    };
    const tab: Tab = {
      path: '/',
      epochs: [],
      shown: {},
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
        loadPlayer,
        notifyEnd: () => undefined,
        notifyServerLogout: () => undefined,
        clearPlayerData: () => void (tab.shown = {}),
        deleteDrafts: () => undefined,
        isVisible: () => true,
        isFrameFocused: () => false,
        isProtectedPage: () => tab.path.startsWith('/profile'),
        exclusive(task) {
          const run = lock.then(task);
          lock = run.catch(() => undefined);
          return run;
        },
        tellTabs: () => void (messages = browser.tabs.filter((item) => item !== tab)),
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
      epochs.end(tab.session.state().epoch);
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
    cookieOwner: () => server.ownerOf(cookie),
    deliverMessages() {
      for (const tab of messages.splice(0)) {
        tab.session.sync();
        tab.session.checkPresence();
      }
    },
    async settle() {
      while (handling.size > 0) await Promise.allSettled(handling);
      for (let turns = 0; turns < 4; turns++) await new Promise((done) => setImmediate(done));
    },
  };
  browser.tabs = [createTab(), createTab()];
  return browser;
}
