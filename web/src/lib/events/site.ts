import type { CheckMaintenanceAnswer } from '@/contracts/types';
import { systemClock } from '../clock';
import { call, gatewayHub } from '../gateway';
import { i18next } from '../i18n/i18n';
import { currentLanguage } from '../i18n/language';
import { eventStreamConnected } from './connection';
import { maintenance, revalidateSiteStatus } from '../maintenance';
import { siteSession } from '../session';
import { patch } from '../swr';
import { openStream, type StreamHandlers } from './stream';

/** What the site does with what it is told. */
export function siteHandlers(): StreamHandlers {
  let closed = false;
  return {
    maintenance({ result, message = '' }: CheckMaintenanceAnswer) {
      if (!result && !maintenance.get()) gatewayHub.emit('maintenance', { message });
      // Only an end whose beginning was told counts: the platform may be closed without the house knowing.
      if (result && closed) {
        maintenance.clear();
        void revalidateSiteStatus();
      }
      closed = !result;
    },
    // The stream may belong to a token renewed since: the answer to a ping tells, and ends the session centrally.
    session: () => void call('system/ping', {}, { suppressToast: true }).catch(() => undefined),
    balance: (balance) => void patch('finance/check_balance', () => [balance]),
    jackpots: (jackpots) => void patch('habanero/getJackpots', () => jackpots),
  };
}

const playerNow = () => {
  const state = siteSession().state();
  return state.phase === 'player' ? state.profile.uid : '';
};

/**
 * Listens to `/v1/events` as the present player in the present language while somebody looks at the page.
 * Called once, when the page has come to rest; the answer ends it.
 */
export function startEvents(): () => void {
  const stream = openStream({
    open: () => new EventSource(`/v1/events?Lang=${currentLanguage()}`),
    clock: systemClock,
    handlers: siteHandlers(),
    onConnectionChange: eventStreamConnected.set,
  });
  let player = playerNow();
  const look = () => (document.visibilityState === 'visible' ? stream.restart() : stream.stop());
  const leave = siteSession().subscribe(() => {
    if (player === playerNow()) return;
    player = playerNow();
    look();
  });
  document.addEventListener('visibilitychange', look);
  i18next.on('languageChanged', look);
  return () => {
    leave();
    document.removeEventListener('visibilitychange', look);
    i18next.off('languageChanged', look);
    stream.stop();
  };
}
