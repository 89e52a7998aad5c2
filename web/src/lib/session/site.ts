import { siteType } from '@/contracts/constants';
import { bootstrap } from '../bootstrap';
import { systemClock } from '../clock';
import { deleteDraftsExcept } from '../drafts/drafts';
import { call, gatewayHub } from '../gateway';
import { i18next } from '../i18n/i18n';
import { currentLanguage } from '../i18n/language';
import { clearPlayerData, loadPlayer } from '../player/load';
import { stored } from '../storage';
import { toasts } from '../toast';
import { createSession, type SessionEngine } from './engine';

/** What only the running application knows: its router. */
interface Outside {
  home: string;
  navigate(to: string): void;
}

let engine: SessionEngine | undefined;

/** Makes the one session of this page. Called once, by the entry. */
export function openSession({ home, navigate }: Outside): SessionEngine {
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
    notifyEnd: (what) => toasts.show({ kind: 'warning', message: i18next.t(`errors:${what}`) }),
    isVisible: () => document.visibilityState === 'visible',
  });
  engine = created;
  return created;
}

/** The session of this page. Throws before openSession. */
export function siteSession(): SessionEngine {
  if (!engine) throw new Error('the session is not open yet');
  return engine;
}
