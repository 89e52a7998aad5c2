import { siteType } from '@/contracts/constants';
import { bootstrap } from '../bootstrap/bootstrap';
import { systemClock } from '../clock';
import { deleteDraftsExcept } from '../drafts/drafts';
import { call, gatewayHub } from '../gateway/site';
import { i18next } from '../i18n/i18n';
import { currentLanguage } from '../i18n/language';
import { clearPlayerData, loadPlayer } from '../player/load';
import { stored } from '../storage/stored';
import { toasts } from '../toast/store';
import { createSession, type SessionEngine } from './engine';

/** The router of the running application. */
interface Router {
  home: string;
  navigate(to: string): void;
}

let engine: SessionEngine | undefined;

/** Creates the session of this page. The entry calls it once. */
export function openSession({ home, navigate }: Router): SessionEngine {
  const created = createSession({
    call,
    hub: gatewayHub,
    stored,
    clock: systemClock,
    siteType,
    home,
    language: currentLanguage,
    navigate,
    loadPlayer: () => {
      deleteDraftsExcept(stored.get('profile')?.username);
      void loadPlayer(created.setProfileNames);
    },
    deleteDrafts: deleteDraftsExcept,
    clearPlayerData: clearPlayerData,
    inactivityLimit: bootstrap().limits.inactivitySeconds * 1000,
    notifyEnd: (reason) => toasts.show({ kind: 'warning', message: i18next.t(`errors:${reason}`) }),
    isVisible: () => document.visibilityState === 'visible',
  });
  // A player whose names could not be loaded during a block.
  gatewayHub.on('unblocked', () => {
    const state = created.state();
    if (state.phase === 'player' && !state.profile.firstname)
      void loadPlayer(created.setProfileNames);
  });
  engine = created;
  return created;
}

/** Returns the session of this page. Throws before openSession was called. */
export function siteSession(): SessionEngine {
  if (!engine) throw new Error('site session: openSession was not called');
  return engine;
}
