import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The image service of the mock. */
const images = '/mock/images/insecure/rs:fit:{width}/{source64}';

/**
 * Starts the binary with the demo's brands and the mock platform. Resolves when it listens.
 * @param {string} binary
 * @param {string} mode on: serves the mock's control API and its panel in the site. heavy: starts the
 *   mock in the scenario heavy-pictures, behind its image service
 * @returns {Promise<{ origin: string, stop(): Promise<void> }>} the origin of the default brand
 */
export async function startServer(binary, mode) {
  const folder = await mkdtemp(join(tmpdir(), 'croupier-bench-'));
  const options = ['--listen', '127.0.0.1:0', '--admin-listen', '127.0.0.1:0'];
  options.push('--data-dir', join(folder, 'data'));
  if (mode === 'heavy') {
    const configs = join(folder, 'configs');
    await cp(new URL('../../configs', import.meta.url), configs, { recursive: true });
    await appendFile(`${configs}/brands/marmara/brand.yaml`, `images: { template: '${images}' }\n`);
    options.push('--config', `${configs}/croupier.yaml`);
  }
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
      await rm(folder, { recursive: true });
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
