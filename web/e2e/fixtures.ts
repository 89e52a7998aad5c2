import { test as base, expect } from '@playwright/test';

/** The address of a brand's site on the server under test. */
export function site(brand: 'marmara' | 'zephyr' | 'pera' = 'marmara'): string {
  const port = process.env.CROUPIER_ADDRESS?.split(':').at(-1);
  return `http://${brand}.localhost:${port}`;
}

/**
 * Every test plays in a mock world of its own, and fails where the page logs an error or asks for
 * anything outside this machine.
 */
export const test = base.extend<{ world: string }>({
  world: [
    async ({ context }, use, info) => {
      const world = `browser-${info.testId.slice(-12)}-${info.project.name}`;
      const faults: string[] = [];
      for (const brand of ['marmara', 'zephyr', 'pera'] as const) {
        await context.addCookies([{ name: 'mock_world', value: world, url: site(brand) }]);
      }
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !hostname.endsWith('localhost'))
          faults.push(`asked for ${request.url()}`);
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
      context.on('console', (message) => {
        // The browser itself logs every answer of 4xx; those the site handles.
        const refused = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !refused) faults.push(message.text());
      });
      await use(world);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
