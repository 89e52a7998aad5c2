import { currentLanguage } from '../i18n/language';
import { stored } from '../storage/stored';
import { createGateway } from './client';
import { createGatewayHub } from './events';

/** What the site's own gateway client announces. */
export const gatewayHub = createGatewayHub();

/** The site's gateway client: one for the page, because an HTTP 500 blocks the whole page. */
const gateway = createGateway({
  // Looked up at every call, so that a test may put its own in place.
  fetch: (...args) => globalThis.fetch(...args),
  hub: gatewayHub,
  language: currentLanguage,
  user: () => stored.get('session'),
});

/**
 * Calls the gateway as the present player in the present language. Rejects with GatewayError only;
 * session ends, maintenance, the block after HTTP 500 and the failure toast are handled centrally.
 */
export const call = gateway.call;
