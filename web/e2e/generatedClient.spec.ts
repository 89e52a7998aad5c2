import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';

const web = resolve(import.meta.dirname, '..');
const bin = (name: string) => resolve(web, 'node_modules/.bin', name);
const command = promisify(execFile);

/** The results of client.ts. Its types exist only after the client is generated. */
interface Found {
  providers: string[];
  balance: string;
  withoutSession: number;
  refused: string;
}

test('a client generated from the OpenAPI document compiles and makes calls @all', async () => {
  await command(
    bin('openapi-typescript'),
    [
      '../contracts/openapi.yaml',
      '-o',
      'e2e/client/players.ts',
      '--default-non-nullable=false', // a field with a default may be left out
    ],
    { cwd: web },
  );
  await command(bin('../typescript-native/bin/tsc'), ['-p', 'e2e/client'], { cwd: web }).catch(
    (failure: { stdout?: string }) => {
      throw new Error(failure.stdout);
    },
  );
  const compiled = pathToFileURL(resolve(web, 'test-results/client/client.js')).href;
  const { run } = (await import(compiled)) as { run(baseUrl: string): Promise<Found> };
  const found = await run(`http://${process.env.CROUPIER_ADDRESS}`);
  expect(found.providers.length).toBeGreaterThan(10);
  expect(found.withoutSession).toBe(403);
  expect(found.refused).toContain('password');
  expect(Number(found.balance)).toBeGreaterThan(0);
});
