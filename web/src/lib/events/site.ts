import type { ServerEvent } from '@/contracts/types';
import { systemClock } from '../clock';
import { gatewayHub } from '../gateway/site';
import { i18next } from '../i18n/i18n';
import { currentLanguage } from '../i18n/language';
import { eventStreamConnected } from './connection';
import { paymentEvents } from './payment';
import { announcedStatus, maintenance } from '../maintenance/flag';
import { revalidateSiteStatus } from '../maintenance/status';
import { siteSession } from '../session/site';
import { patch, refresh } from '../swr/cache';
import { openStream } from './stream';

type SiteEvent = Exclude<ServerEvent, { event: 'heartbeat' }>;

/** The handlers of the events of `/v1/events`. */
export type SiteHandlers = {
  [Name in SiteEvent['event']]: (data: Extract<SiteEvent, { event: Name }>['data']) => void;
};

/**
 * Returns the site's handlers for events of the stream. They drop events about a player after a
 * logout, because the server may still send them.
 */
export function siteHandlers(): SiteHandlers {
  // Whether the last maintenance event announced maintenance.
  let announced = false;
  return {
    maintenance(status) {
      announcedStatus.set(status);
      const { result, message = '' } = status;
      if (!result && !maintenance.get()) gatewayHub.emit('maintenance', { message });
      // An end counts only after an announced start, as the BFF may miss the platform's
      // maintenance.
      if (result && announced) {
        maintenance.clear();
        void revalidateSiteStatus();
      }
      announced = !result;
    },
    // The event may concern a token that was renewed since, or a logout of this tab.
    session: () => void siteSession().verify(),
    balance: ofPlayer((balance) => {
      void patch('finance/check_balance', ([shown]) => {
        // Only games and payments change a balance, so the player is present.
        if (shown?.balance !== balance.balance || shown.bonus !== balance.bonus)
          siteSession().recordActivity('game');
        return [balance];
      });
    }),
    limits: ofPlayer(() => {
      void refresh('limits/get');
      void refresh('limits/history');
    }),
    payment: ofPlayer((event) => paymentEvents.emit('settled', event)),
    jackpots: (jackpots) => void patch('habanero/getJackpots', () => jackpots),
  };
}

const ofPlayer =
  <Event>(handle: (event: Event) => void) =>
  (event: Event) => {
    if (currentPlayer() !== '') handle(event);
  };

const currentPlayer = () => {
  const state = siteSession().state();
  return state.phase === 'player' ? state.profile.uid : '';
};

/**
 * Connects to `/v1/events` as the current player in the current language while the page is visible.
 * Call it a single time, when the page is idle. Returns a function that disconnects.
 */
export function startEvents(): () => void {
  const stream = openStream({
    open: () => new EventSource(`/v1/events?Lang=${currentLanguage()}`),
    clock: systemClock,
    handlers: siteHandlers(),
    onConnectionChange(connected) {
      eventStreamConnected.set(connected);
      // Events before the connection were lost.
      if (connected && currentPlayer() !== '') void refresh('finance/check_balance', 'limits/get');
    },
  });
  let player = currentPlayer();
  const update = () => (document.visibilityState === 'visible' ? stream.restart() : stream.stop());
  const unsubscribe = siteSession().subscribe(() => {
    if (player === currentPlayer()) return;
    player = currentPlayer();
    update();
  });
  document.addEventListener('visibilitychange', update);
  i18next.on('languageChanged', update);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', update);
    i18next.off('languageChanged', update);
    stream.stop();
  };
}
