import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the real binary with the demo for all tests, on a free port, and ends it after them. */
export default async function startServer(): Promise<() => Promise<void>> {
  const binary = process.env.CROUPIER_BINARY ?? resolve(import.meta.dirname, '../../bin/croupier');
  const data = await mkdtemp(join(tmpdir(), 'croupier-browser-'));
  const server = spawn(
    binary,
    ['serve', '--listen', '127.0.0.1:0', '--admin-listen', '127.0.0.1:0', '--data-dir', data],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  const log: string[] = [];
  process.env.CROUPIER_ADDRESS = await new Promise<string>((found, failed) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      log.push(line);
      const said = line.startsWith('{')
        ? (JSON.parse(line) as { msg?: string; address?: string })
        : {};
      if (said.msg === 'listening' && said.address) found(said.address);
    });
    server.on('error', failed);
    void ended.then(() => failed(new Error(`croupier ended:\n${log.join('\n')}`)));
  });
  return async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true });
  };
}
