import { systemClock } from '../clock';
import { currentLanguage } from '../i18n/language';
import { currentEpoch } from '../session/epoch';
import { rememberPlayer, stored } from '../storage/stored';
import { createGateway } from './client';
import { createGatewayHub } from './events';

/** The events of the site's gateway client. */
export const gatewayHub = createGatewayHub();

/**
 * The site's gateway client. The page has one, because an HTTP 500 blocks every call. Hooks import
 * this module, because every test would have to provide a React context.
 */
const gateway = createGateway({
  // Looked up for each call because tests replace it.
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
 * Calls the gateway as the current player in the current language. Rejects only with a
 * GatewayError. It handles the end of the session, maintenance, the block after an HTTP 500 and the
 * failure toast. If the player changes before the response, it rejects as aborted.
 */
export const call = gateway.call;

/** Makes a call of the session, which checks responses by their epoch. */
export const sessionCall = gateway.sessionCall;

/** Probes a gateway that is blocked after an HTTP 500. Resolves with true if it is free. */
export const retryBlocked = gateway.retryBlocked;
