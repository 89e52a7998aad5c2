import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts the binary with the demo's brands and the mock platform. Resolves when it listens.
 * @param {string} binary
 * @param {string} mode on: serves the mock's control API and its panel in the site. heavy: starts the
 *   mock in the scenario heavy-pictures
 * @returns {Promise<{ origin: string, stop(): Promise<void> }>} the origin of the default brand
 */
export async function startServer(binary, mode) {
  const data = await mkdtemp(join(tmpdir(), 'croupier-bench-'));
  const options = ['--listen', '127.0.0.1:0', '--admin-listen', '127.0.0.1:0', '--data-dir', data];
  const server = spawn(binary, ['serve', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      CROUPIER_UPSTREAMS_MOCK_CONTROL: String(mode === 'on'),
      ...(mode === 'heavy' && { CROUPIER_UPSTREAMS_MOCK_SCENARIO: 'heavy-pictures' }),
    },
  });
  const exited = once(server, 'exit');
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      const entry = line.startsWith('{') ? JSON.parse(line) : {};
      if (entry.msg === 'listening' && entry.address) resolve(entry.address);
    });
    void exited.then(() => reject(new Error('bench: the server exited before it listened')));
  });
  return {
    origin: `http://localhost:${address.split(':').at(-1)}`,
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      await rm(data, { recursive: true });
    },
  };
}

/**
 * Makes a guest call.
 * @param {string} origin
 * @param {string} name such as casino/games_list
 * @param {object} data
 * @returns {Promise<any>} the data of the response
 */
export async function call(origin, name, data) {
  const response = await fetch(`${origin}/endpoint/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', panel: 'frontend' },
    body: JSON.stringify(data),
  });
  const answer = await response.json();
  if (!answer.result) throw new Error(`bench: ${name} was refused: ${answer.message}`);
  return answer.data;
}
