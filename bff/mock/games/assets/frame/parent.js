// How the game speaks to the site that frames it; the protocol stands at the server's Handler.

/** framed tells whether there is a site around the game at all. */
export const framed = window.parent !== window;

function siteOrigin() {
  for (const address of [new URLSearchParams(location.search).get('origin'), document.referrer]) {
    try {
      const { origin } = new URL(address);
      if (origin !== 'null') return origin;
    } catch {
      // No address there; try the next.
    }
  }
  return null;
}

const target = siteOrigin();

/** tell sends an event to the site. Figures go only to a site that is known. */
export function tell(event, { error, ...figures } = {}) {
  if (!framed) return;
  const message = { type: 'croupier:game', event, ...(error && { error }), ...(target && figures) };
  window.parent.postMessage(message, target ?? '*');
}
