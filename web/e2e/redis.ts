import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A running redis-server. */
export interface Redis {
  url: string;
  stop(): Promise<void>;
}

/** Returns a port that is free. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the distribution's redis-server on a free port, without persistence. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'croupier-redis-'));
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir];
  const server = spawn('redis-server', ['--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  server.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}/0?timeout=30s`, // a busy machine is slow, not wrong
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true });
    },
  };
}
