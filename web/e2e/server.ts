import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const binary = () =>
  process.env.CROUPIER_BINARY ?? resolve(import.meta.dirname, '../../bin/croupier');

/** Starts the binary with a command line. Resolves as soon as it listens. */
async function start(options: string[], env: NodeJS.ProcessEnv = {}) {
  const server = spawn(binary(), options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
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
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await exited;
  };
  return { address, end };
}

const serve = (listen: string, data: string, options: string[] = [], env?: NodeJS.ProcessEnv) =>
  start(
    ['serve', '--listen', listen, '--admin-listen', '127.0.0.1:0', '--data-dir', data, ...options],
    env,
  );

const newFolder = () => mkdtemp(join(tmpdir(), 'croupier-browser-'));

/** Starts the binary with the demo data on a free port; `options` are added to its command line. */
export async function startCroupier(options: string[] = [], sharing?: Sharing): Promise<Croupier> {
  const data = await newFolder();
  if (sharing?.keysOf) await copyFile(join(sharing.keysOf.data, keyFile), join(data, keyFile));
  const env = sharing && { CROUPIER_REDIS_URL: sharing.redis };
  const { address, end } = await serve('127.0.0.1:0', data, options, env);
  return {
    address,
    data,
    stop: async () => {
      await end('SIGTERM');
      await rm(data, { recursive: true });
    },
  };
}

/** Starts the binary with the demo data after `edit` has changed the brand.yaml of the brand marmara. */
export async function startWithBrand(edit: (yaml: string) => string): Promise<Croupier> {
  const folder = await mkdtemp(join(tmpdir(), 'croupier-configs-'));
  await cp(resolve(import.meta.dirname, '../../configs'), folder, { recursive: true });
  const brand = join(folder, 'brands/marmara/brand.yaml');
  await writeFile(brand, edit(await readFile(brand, 'utf8')));
  const server = await startCroupier(['--config', join(folder, 'croupier.yaml')]);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A gateway in front of a mock casino of its own, which outlives it. */
export interface Gateway {
  /** Host and port of the site, the same after a restart. */
  address: string;
  /** Host and port of the mock casino. */
  casino: string;
  /** Ends the gateway like a loss of power. */
  kill(): Promise<void>;
  /** Starts it again at the same address with the same data folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a gateway and its casino as two processes. */
export async function startGateway(): Promise<Gateway> {
  const casino = await start(['mock', '--listen', '127.0.0.1:0']);
  const data = await newFolder();
  const env = {
    CROUPIER_UPSTREAM: 'envelope',
    CROUPIER_UPSTREAM_URL: `http://${casino.address}/endpoint/v1`,
  };
  let gateway = await serve('127.0.0.1:0', data, [], env);
  const { address } = gateway;
  return {
    address,
    casino: casino.address,
    kill: () => gateway.end('SIGKILL'),
    restart: async () => {
      gateway = await serve(address, data, [], env);
    },
    stop: async () => {
      await gateway.end('SIGTERM');
      await casino.end('SIGTERM');
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
