import { systemClock } from '../clock';
import { currentLanguage } from '../i18n/language';
import { currentEpoch } from '../session/epoch';
import { rememberPlayer, stored } from '../storage/stored';
import { createGateway } from './client';
import { createGatewayHub } from './events';

/** The events of the site's gateway client. */
export const gatewayHub = createGatewayHub();

/** The site's gateway client. There is one for the page, since an HTTP 500 blocks every call of the page. */
const gateway = createGateway({
  // Looked up for each call, since tests replace it.
  fetch: (...args) => globalThis.fetch(...args),
  hub: gatewayHub,
  language: currentLanguage,
  user: () => stored.get('session'),
  epoch: currentEpoch,
  rememberPlayer,
  isOnline: () => navigator.onLine,
  clock: systemClock,
  isVisible: () => document.visibilityState === 'visible',
  random: Math.random,
});

/**
 * Calls the gateway as the current player in the current language. Rejects only with a GatewayError. Session end,
 * maintenance, the block after an HTTP 500 and the failure toast are handled centrally. What is answered to another
 * player is dropped: the call rejects as aborted.
 */
export const call = gateway.call;

/** Makes a call of the session itself, which judges answers by their epoch. */
export const sessionCall = gateway.sessionCall;

/** Probes a gateway that is blocked after an HTTP 500. Resolves with whether it is no longer blocked. */
export const retryBlocked = gateway.retryBlocked;
