import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const keyFile = 'keys.json';

/** A running binary with the demo data. */
export interface Croupier {
  /** Host and port. */
  address: string;
  /** The data directory. */
  data: string;
  /** Adds a staff account with the password of passwordOf. */
  addAccount(name: string, role: string): void;
  stop(): Promise<void>;
}

/** Returns the password of a staff account. */
export const passwordOf = (account: string): string =>
  ({ destek: 'Destek123!', yonetici: 'Yonetici123!' })[account] ?? `Parola-${account}-123`;

const binary = process.env.CROUPIER_BINARY ?? resolve(import.meta.dirname, '../../bin/croupier');

/**
 * Starts the binary with the demo data on a free port. It adds `options` to the command line.
 * Instances that share Redis need the same key file. Resolves when it listens.
 */
export async function startCroupier(
  options: string[] = [],
  sharing?: { redis: string; keysOf?: Croupier },
): Promise<Croupier> {
  const data = await mkdtemp(join(tmpdir(), 'croupier-browser-'));
  if (sharing?.keysOf) await copyFile(join(sharing.keysOf.data, keyFile), join(data, keyFile));
  const listen = ['--listen', '127.0.0.1:0', '--admin-listen', '127.0.0.1:0'];
  const server = spawn(binary, ['serve', ...listen, '--data-dir', data, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(sharing && { CROUPIER_REDIS_URL: sharing.redis }) },
  });
  const exited = once(server, 'exit');
  const log: string[] = [];
  const address = await new Promise<string>((onAddress, onError) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      log.push(line);
      const entry = line.startsWith('{')
        ? (JSON.parse(line) as { msg?: string; address?: string })
        : {};
      if (entry.msg === 'listening' && entry.address) onAddress(entry.address);
    });
    server.on('error', onError);
    void exited.then(() => onError(new Error(`croupier exited:\n${log.join('\n')}`)));
  });
  return {
    address,
    data,
    addAccount: (name, role) => {
      const args = ['staff', 'add', name, '--role', role, '--password-file', '-'];
      const input = passwordOf(name);
      const { status, stderr } = spawnSync(binary, [...args, '--data-dir', data], { input });
      if (status !== 0) throw new Error(`could not add ${name}: ${String(stderr)}`);
    },
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      await rm(data, { recursive: true });
    },
  };
}

/** A running redis-server. */
export interface Redis {
  url: string;
  stop(): Promise<void>;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
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
    url: `redis://127.0.0.1:${port}/0?timeout=30s`, // a busy machine is slow, not broken
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true });
    },
  };
}

/** Starts the binary for all tests. Returns a function that stops it after them. */
export default async function startServer(): Promise<() => Promise<void>> {
  const { address, stop } = await startCroupier();
  process.env.CROUPIER_ADDRESS = address;
  return stop;
}
