import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, main, site, test } from './fixtures';
import { startCroupier } from './server';

/** A picture in PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

const textOf = async (message: IncomingMessage): Promise<string> =>
  (await message.toArray()).join('');

/** The public calls of the demo server, with bitmaps instead of its vector graphics. */
async function callDemo(body: string, pictures: string): Promise<string> {
  const { api, data } = JSON.parse(body) as { api: unknown; data: unknown };
  const answer = await fetch(`http://localhost:${site().split(':').pop()}/endpoint/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', panel: 'frontend' },
    body: JSON.stringify({ api, data }),
  });
  return (await answer.text()).replace(
    /"\/mock\/art\/([^".]+)\.svg[^"]*"/g,
    `"${pictures}/$1.png"`,
  );
}

test('each picture of the first screen is loaded once, in one of its smaller versions', async ({
  page,
}) => {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      response.setHeader('content-type', 'application/json');
      response.end(await callDemo(await textOf(request), origin));
    } else response.setHeader('content-type', 'image/png').end(pixel);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://pictures.localhost:${port}`;
  const dir = await mkdtemp(join(tmpdir(), 'croupier-pictures-'));
  await cp(resolve(import.meta.dirname, '../../configs'), dir, { recursive: true });
  const change = async (name: string, edit: (text: string) => string) =>
    writeFile(join(dir, name), edit(await readFile(join(dir, name), 'utf8')));
  await change('brands/marmara/brand.yaml', (text) => {
    return `${text}\nimages: { template: '${origin}/{width}/{source64}' }\n`;
  });
  await change('croupier.yaml', (text) =>
    text.replace(
      /adapter: mock\n(?: {4}.*\n)*/,
      `adapter: envelope\n    url: http://127.0.0.1:${port}/endpoint/v1\n`,
    ),
  );
  const croupier = await startCroupier(['--config', join(dir, 'croupier.yaml')]);
  try {
    for (const path of ['/', '/slot']) {
      const requested: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(origin)) requested.push(request.url());
      });
      await page.goto(site('marmara', croupier.address) + path);
      const tile = main(page).locator('article img').first();
      await expect(tile).toHaveJSProperty('complete', true);
      await page.waitForLoadState('networkidle');
      page.removeAllListeners('request');
      // The last part of a version is the picture, the part before it the width.
      const pictures = requested.map((url) => url.split('/').pop());
      expect(pictures.length, path).toBeGreaterThan(3);
      expect(new Set(pictures).size, requested.join('\n')).toBe(pictures.length);
      for (const url of requested) expect(url, path).toMatch(/:\d+\/(160|320|480|640|960|1280)\//);
    }
  } finally {
    await croupier.stop();
    server.close();
    await rm(dir, { recursive: true });
  }
});
