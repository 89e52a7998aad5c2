import { siteType } from '@/contracts/constants';
import { bootstrap } from '../bootstrap/bootstrap';
import { systemClock } from '../clock';
import { deleteDraftsExcept } from '../drafts/drafts';
import { GatewayError } from '../gateway/error';
import { gatewayHub, sessionCall } from '../gateway/site';
import { i18next } from '../i18n/i18n';
import { currentLanguage } from '../i18n/language';
import { clearPlayerData, loadPlayer } from '../player/load';
import { newDeviceLogin } from '../newDevice/newDevice';
import { stored } from '../storage/stored';
import { toasts } from '../toast/store';
import { createSession, type SessionEngine } from './engine';
import { createEpoch, endEpoch, setEpochSource } from './epoch';
import type { ServerLogoutEvent } from './serverLogout';

/** The router of the running application. */
interface Router {
  home: string;
  navigate(to: string): void;
  /** Returns whether the current page requires a login. Default: no page does. */
  isProtectedPage?(): boolean;
}

let engine: SessionEngine | undefined;

/** Returns the connection to the other tabs, which the first paint does not need. */
const tabs = () => import('./tabs').then(({ connectTabs }) => connectTabs());

/** A module that cannot be loaded counts as a network failure. */
const notLoaded = (cause: unknown): never => {
  const failure = { code: 0, debug: '', message: '', requestId: '', cause };
  throw new GatewayError({ ...failure, reason: 'network' });
};

const serverLogoutToast = 'server-logout';

function notifyServerLogout(event: ServerLogoutEvent): void {
  const done = event === 'done';
  toasts.show({
    id: serverLogoutToast,
    kind: done ? 'positive' : 'warning',
    message: i18next.t(done ? 'errors:logout.done' : 'errors:logout.delayed'),
    timeout: done ? undefined : 0,
  });
}

/** Creates the session of this page. Only the entry calls it. */
export function openSession({ home, navigate, isProtectedPage }: Router): SessionEngine {
  const created: SessionEngine = createSession({
    call: sessionCall,
    hub: gatewayHub,
    stored,
    clock: systemClock,
    siteType,
    home,
    createEpoch,
    language: currentLanguage,
    navigate,
    loadPlayer: () => {
      deleteDraftsExcept(stored.get('profile')?.username);
      loadNames();
    },
    deleteDrafts: deleteDraftsExcept,
    clearPlayerData,
    inactivityLimit: bootstrap().limits.inactivitySeconds * 1000,
    notifyEnd: (reason) => toasts.show({ kind: 'warning', message: i18next.t(`errors:${reason}`) }),
    notifyServerLogout,
    onNewDevice: (username) =>
      newDeviceLogin.set({ at: systemClock.now(), answered: false }, username),
    isVisible: () => document.visibilityState === 'visible',
    isFrameFocused: () => document.hasFocus() && document.activeElement?.tagName === 'IFRAME',
    isProtectedPage: isProtectedPage ?? (() => false),
    exclusive: async (task) => (await tabs().catch(notLoaded)).exclusive(task),
    // A tab without the message, after a network failure, sees the change when it becomes visible.
    tellTabs: () =>
      void tabs().then(
        (found) => found.tell(),
        () => undefined,
      ),
  });
  const loadNames = () => {
    const { epoch } = created.state();
    void loadPlayer((names) => created.setProfileNames(names, epoch));
  };
  setEpochSource(created.epoch);
  created.subscribe(() => endEpoch(created.state().epoch));
  // Loads the names of a player after a profile call that failed during a block.
  gatewayHub.on('unblocked', () => {
    const state = created.state();
    if (state.phase === 'player' && !state.profile.firstname) loadNames();
  });
  engine = created;
  return created;
}

/** Returns the session of this page. Throws before openSession. */
export function siteSession(): SessionEngine {
  if (!engine) throw new Error('the session is not open, call openSession first');
  return engine;
}
