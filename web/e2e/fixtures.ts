import { test as base, expect } from '@playwright/test';

/** The brands of the demo. */
export const brands = ['marmara', 'zephyr', 'pera'] as const;

export type Brand = (typeof brands)[number];

/** The address of a brand's site on the server under test. */
export function site(brand: Brand = 'marmara'): string {
  const port = process.env.CROUPIER_ADDRESS?.split(':').at(-1);
  return `http://${brand}.localhost:${port}`;
}

/**
 * Gives every test its own mock world. A test fails when the page logs an error or sends a request to
 * another machine.
 */
export const test = base.extend<{ world: string; provoked: RegExp | undefined }>({
  /** The errors that a test provokes, which the page may log. */
  provoked: [undefined, { option: true }],
  world: [
    async ({ context, provoked }, use, info) => {
      const world = `browser-${info.testId.slice(-12)}-${info.project.name}`;
      const faults: string[] = [];
      for (const brand of brands) {
        await context.addCookies([{ name: 'mock_world', value: world, url: site(brand) }]);
      }
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !hostname.endsWith('localhost'))
          faults.push(`external request: ${request.url()}`);
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
      context.on('console', (message) => {
        // The browser logs every 4xx response, including those that the site handles.
        const failedRequest = message.text().startsWith('Failed to load resource');
        if (message.type() !== 'error' || failedRequest) return;
        if (!provoked?.test(message.text())) faults.push(message.text());
      });
      await use(world);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
