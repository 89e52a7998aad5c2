import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const keyFile = 'keys.json';

/** A running binary with the demo data. */
export interface Croupier {
  /** Host and port. */
  address: string;
  /** The data folder. */
  data: string;
  stop(): Promise<void>;
}

/** An instance that shares Redis with another needs the key file of the other. */
export interface Sharing {
  redis: string;
  keysOf?: Croupier;
}

/** Starts the binary with the demo data on a free port; `options` are added to its command line. */
export async function startCroupier(options: string[] = [], sharing?: Sharing): Promise<Croupier> {
  const binary = process.env.CROUPIER_BINARY ?? resolve(import.meta.dirname, '../../bin/croupier');
  const data = await mkdtemp(join(tmpdir(), 'croupier-browser-'));
  if (sharing?.keysOf) await copyFile(join(sharing.keysOf.data, keyFile), join(data, keyFile));
  const addresses = ['--listen', '127.0.0.1:0', '--admin-listen', '127.0.0.1:0'];
  const server = spawn(binary, ['serve', ...addresses, '--data-dir', data, ...options], {
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
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      await rm(data, { recursive: true });
    },
  };
}

/** Starts the binary for all tests. Returns the function that stops it after them. */
export default async function startServer(): Promise<() => Promise<void>> {
  const { address, stop } = await startCroupier();
  process.env.CROUPIER_ADDRESS = address;
  return stop;
}
