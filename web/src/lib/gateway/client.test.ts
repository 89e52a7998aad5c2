import { beforeEach, describe, expect, it, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { testClock, type TestClock } from '@/testing/clock';
import {
  envelope,
  mockCall,
  mockError,
  mockNetworkError,
  server,
  unavailable,
} from '@/testing/server';
import { testGateway } from '@/testing/gateway';
import type { Gateway, GatewayUser } from './client';
import { createGatewayHub, type GatewayHub } from './events';

let hub: GatewayHub;
let gateway: Gateway;
let user: GatewayUser | undefined;
let player: string;
let online: boolean;
let heard: string[];
let clock: TestClock;

const names = ['session-ended', 'maintenance', 'blocked', 'unblocked', 'failure'] as const;

beforeEach(() => {
  hub = createGatewayHub();
  heard = [];
  user = undefined;
  player = 'demo';
  online = true;
  clock = testClock();
  for (const name of names) hub.on(name, () => heard.push(name));
  gateway = testGateway({
    hub,
    language: () => 'de',
    user: () => user,
    rememberPlayer: () => {
      const before = player;
      return () => player === before;
    },
    isOnline: () => online,
    clock,
  });
});

const ask = () => gateway.call('casino/category_list', { limit: 100, offset: 0 });
/** A money call. */
const claim = () => gateway.call('user/claim_bonus', { bonusID: 1 }, { idempotencyKey: 'key-1' });
const session = { uid: 'u', sid: 's', uip: 'i', gmt: '3', lang: 'de' };

it('a request carries header, language and the stored session, none for a guest', async () => {
  const asked = mockCall('casino/category_list');
  await ask();
  user = session;
  await ask();
  expect(asked[0]?.headers.get('panel')).toBe('frontend');
  expect(asked[0]?.data).toEqual({ limit: 100, offset: 0, Lang: 'de' });
  expect(asked.map((request) => request.user)).toEqual([null, session]);
});

describe('a failure', () => {
  const ended = ['session-ended'];
  const endedAndShown = ['session-ended', 'failure'];
  const failure = ['failure'];

  it.each([
    [{ status: 403, debug: 'anonymous user' }, 'session-expired', ended],
    [{ code: 403 }, 'session-expired', ended],
    [{ message: 'Oturum Süresi Doldu' }, 'session-expired', ended],
    [{ message: 'Bu işlem için yetkiniz yok' }, 'unauthorized', ended],
    [{ message: 'Hesap Aktif Değil' }, 'inactive-account', endedAndShown],
    [{ status: 423, debug: 'blocked' }, 'inactive-account', endedAndShown],
    [{ status: 403, debug: 'two factor required' }, 'two-factor', ended],
    [{ status: 403, debug: 'origin refused' }, 'refused', failure],
    [{ status: 503, debug: 'maintenance' }, 'maintenance', ['maintenance']],
    [{ status: 503, debug: 'part under maintenance' }, 'part-closed', failure],
    [{ message: 'Kayıt Bulunamadı' }, 'no-records', []],
    [{ debug: 'no records' }, 'no-records', []],
    [{ message: 'Yetersiz bakiye' }, 'refused', failure],
    [{ status: 503, debug: 'upstream unavailable' }, 'unavailable', failure],
    // An envelope with code 500 is not an HTTP 500.
    [{ code: 500 }, 'unavailable', failure],
    [{ status: 504, debug: 'outcome unknown' }, 'outcome-unknown', failure],
    [{ status: 423, debug: 'cooling off' }, 'refused', failure],
  ])('%j is %s and emits %j', async (fault, reason, events) => {
    mockError('casino/category_list', fault);
    // A closed part and the player's own limits need no request id for support.
    const stopped = reason === 'part-closed' || JSON.stringify(fault).includes('cooling off');
    const requestId = stopped ? '' : 'test-request';
    await expect(ask()).rejects.toMatchObject({ reason, requestId });
    expect(heard).toEqual(events);
  });

  it('emits no failure with suppressToast, but emits the end of the session', async () => {
    mockError('casino/category_list', { status: 403, debug: 'anonymous user' });
    const asked = gateway.call('casino/category_list', {}, { suppressToast: true });
    await expect(asked).rejects.toMatchObject({ reason: 'session-expired' });
    expect(heard).toEqual(['session-ended']);
  });
});

describe('a response without an envelope (a proxy, a broken line)', () => {
  const statuses = [200, 204, 400, 401, 403, 404, 408, 413, 429, 502, 503, 504, 520, 524];
  const bodies = [
    '<html><body>403 Forbidden</body></html>',
    '',
    '{"hello":1}',
    'null',
    '{"result":false,"message":"Oturum Süresi Doldu","data":nul',
  ];
  const respond = (status: number, body: string) =>
    server.use(
      http.post(
        '*/endpoint/v1',
        () => new HttpResponse(status === 204 || body === '' ? null : body, { status }),
      ),
    );

  it.each([
    ['to a read', ask, 'unavailable', statuses],
    ['to a money call', claim, 'outcome-unknown', [...statuses, 500]],
  ] as const)('%s is no success and ends nothing', async (_, send, reason, all) => {
    for (const status of all) {
      for (const body of status === 500 ? [''] : bodies) {
        respond(status, body);
        const sent = `${status} ${body}`;
        await expect(send(), sent).rejects.toMatchObject({ reason });
        expect([heard.splice(0), gateway.isBlocked()], sent).toEqual([['failure'], false]);
      }
    }
  });

  it('that claims success with a failed status is unavailable', async () => {
    respond(502, JSON.stringify(envelope([])));
    await expect(ask()).rejects.toMatchObject({ reason: 'unavailable' });
  });

  const broken = () => {
    const start = (stream: ReadableStreamDefaultController) => {
      stream.enqueue(new TextEncoder().encode('{"result":'));
      stream.error(new TypeError('terminated'));
    };
    const body = () => new ReadableStream({ start });
    server.use(http.post('*/endpoint/v1', () => new HttpResponse(body())));
  };

  it.each([
    ['never comes', () => mockNetworkError('casino/category_list')],
    ['breaks off', broken],
  ])('that %s is a network error, which is not emitted', async (_, mock) => {
    mock();
    await expect(ask()).rejects.toMatchObject({ reason: 'network', code: 0 });
    expect(heard).toEqual([]);
  });
});

it('an abort rejects as aborted and emits nothing', async () => {
  mockCall('casino/category_list');
  const stop = new AbortController();
  const asked = gateway.call('casino/category_list', {}, { signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toMatchObject({ reason: 'aborted' });
  expect(heard).toEqual([]);
});

describe('after an HTTP 500', () => {
  const block = async () => {
    mockError('casino/category_list', { status: 500, debug: 'upstream error' });
    await expect(ask()).rejects.toMatchObject({ reason: 'server' });
  };

  it.each([
    ['the platform', () => mockError('casino/category_list', { status: 500, debug: 'x' })],
    [
      'a proxy, which is empty',
      () => server.use(http.post('*/endpoint/v1', () => new HttpResponse(null, { status: 500 }))),
    ],
  ])('of %s, later calls fail without a request and emit blocked', async (_, mock) => {
    mock();
    await expect(ask()).rejects.toMatchObject({ reason: 'server', code: 500 });
    const asked = mockCall('casino/category_list');
    await expect(ask()).rejects.toMatchObject({ reason: 'blocked' });
    expect(asked).toHaveLength(0);
    expect(heard).toEqual(['blocked', 'blocked']);
    expect(gateway.isBlocked()).toBe(true);
  });

  it('probes as a guest, and ends when the probe is answered', async () => {
    await block();
    mockCall('casino/category_list');
    const probes = mockCall('maintenance/check_status');
    clock.advance(1000);
    await vi.waitFor(() => expect(gateway.isBlocked()).toBe(false));
    expect(probes).toHaveLength(1);
    expect(heard).toEqual(['blocked', 'unblocked']);
    await expect(ask()).resolves.toBeDefined();
  });

  it('probes with the session of a player, and stays blocked while the platform fails', async () => {
    user = session;
    await block();
    for (const fail of [
      () => mockError('system/ping', { status: 500, debug: 'upstream error' }),
      () => mockError('system/ping', unavailable),
      () => mockNetworkError('system/ping'),
    ]) {
      fail();
      await expect(gateway.retryBlocked()).resolves.toBe(false);
    }
    expect(heard).toEqual(['blocked']);
    mockCall('system/ping');
    await expect(gateway.retryBlocked()).resolves.toBe(true);
    expect(heard).toEqual(['blocked', 'unblocked']);
  });

  it('ends with a session that the platform no longer knows', async () => {
    user = session;
    await block();
    mockError('system/ping', { status: 403, debug: 'anonymous user' });
    await expect(gateway.retryBlocked()).resolves.toBe(true);
    expect(heard).toEqual(['blocked', 'session-ended', 'unblocked']);
  });

  it('a payment with an unknown outcome does not block', async () => {
    mockError('user/claim_bonus', { status: 500, debug: 'outcome unknown' });
    await expect(claim()).rejects.toMatchObject({ reason: 'outcome-unknown' });
    expect(gateway.isBlocked()).toBe(false);
  });
});

it('a money call is not sent without a network, any other is', async () => {
  online = false;
  const sent = mockCall('user/claim_bonus');
  mockCall('casino/category_list');
  await expect(claim()).rejects.toMatchObject({ reason: 'offline' });
  expect(sent).toEqual([]);
  expect(heard).toEqual(['failure']);
  await expect(ask()).resolves.toBeDefined();
});

describe('an answer to a player who is no longer signed in', () => {
  const change = (method: 'call' | 'sessionCall') => {
    const answer = gateway[method]('casino/category_list', { limit: 100, offset: 0 });
    player = 'other';
    return answer;
  };

  it('is dropped, also a refusal, which is not shown', async () => {
    mockCall('casino/category_list');
    await expect(change('call')).rejects.toMatchObject({ reason: 'aborted' });
    player = 'demo';
    mockError('casino/category_list', { message: 'olmadı' });
    await expect(change('call')).rejects.toMatchObject({ reason: 'aborted' });
    expect(heard).toEqual([]);
  });

  it('reaches the session, which asked for itself', async () => {
    mockCall('casino/category_list');
    await expect(change('sessionCall')).resolves.toBeDefined();
  });

  it('says how a money call ended, without showing it', async () => {
    mockError('user/claim_bonus', { message: 'olmadı' });
    const claimed = claim();
    player = 'other';
    await expect(claimed).rejects.toMatchObject({ message: 'olmadı' });
    expect(heard).toEqual([]);
  });
});

it('listeners can be removed', () => {
  const listener = vi.fn();
  hub.on('maintenance', listener)();
  hub.emit('maintenance', { message: '' });
  expect(listener).not.toHaveBeenCalled();
});
