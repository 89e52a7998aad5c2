import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { mockRoute } from '@/testing/server';
import { gatewayHub } from '../gateway/site';
import { createIdempotencyKey, createServerClock, serverClock, uuidv7 } from './key';

/** Returns the time in a UUIDv7. */
const timeOf = (uuid: string) => parseInt(uuid.replace('-', '').slice(0, 12), 16);

const pattern = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('uuidv7', () => {
  it('is the example of RFC 9562', () => {
    const random = new Uint8Array([
      0, 0, 0, 0, 0, 0, 0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f,
    ]);
    const at = Date.parse('2022-02-22T14:22:22-05:00');
    expect(uuidv7(at, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('is a different one each time, whatever the time', () => {
    for (const at of [0, -1, 1.5, Date.now(), 2 ** 48 - 1]) {
      expect(uuidv7(at)).toMatch(pattern);
      expect(timeOf(uuidv7(at))).toBe(Math.max(0, Math.floor(at)));
      expect(uuidv7(at)).not.toBe(uuidv7(at));
    }
  });
});

describe('the server clock', () => {
  const server = Date.parse('2026-03-01T12:00:00Z');
  const date = new Date(server).toUTCString();
  let now = 0;
  let elapsed = 0;
  const clock = () => createServerClock({ now: () => now, elapsed: () => elapsed });

  beforeEach(() => {
    now = 1_000_000;
    elapsed = 5000;
  });

  it('is unknown without a response, or with an invalid header', () => {
    const time = clock();
    expect(time.now()).toBeUndefined();
    time.observe('');
    time.observe('yesterday');
    expect(time.now()).toBeUndefined();
  });

  it('runs on from the last response, however wrong the clock of the device', () => {
    const time = clock();
    time.observe(date);
    now += 90_000;
    elapsed += 90_000;
    expect(time.now()).toBe(server + 90_000);
    time.observe('');
    expect(time.now()).toBe(server + 90_000);
  });

  it.each([
    ['after a long time', 601_000, 601_000],
    ['after sleep, in which one clock stood still', 60_000, 200],
    ['when the clock of the device was put forward', 3_600_000 / 10, 1000],
    ['when it was put back', -60_000, 1000],
  ])('is unknown %s', (_, byNow, byElapsed) => {
    const time = clock();
    time.observe(date);
    now += byNow;
    elapsed += byElapsed;
    expect(time.now()).toBeUndefined();
    time.observe(date);
    expect(time.now()).toBe(server);
  });
});

describe('an idempotency key', () => {
  const wrongBy = 3 * 3_600_000;
  const served = Math.floor(Date.now() / 1000) * 1000 - wrongBy;

  it('contains the time of the latest response of the gateway', async () => {
    gatewayHub.emit('response', {
      name: 'finance/check_balance',
      status: 200,
      cache: 'BYPASS',
      requestId: '',
      ms: 1,
      date: new Date(served).toUTCString(),
    });
    const key = await createIdempotencyKey();
    expect(key).toMatch(pattern);
    expect(timeOf(key) - served).toBeGreaterThanOrEqual(0);
    expect(timeOf(key) - served).toBeLessThan(60_000);
  });

  it('asks for the time when the page has slept', async () => {
    serverClock.observe(new Date().toUTCString());
    const elapsed = performance.now();
    const asked = vi.fn(() =>
      HttpResponse.json({ result: true }, { headers: { Date: new Date(served).toUTCString() } }),
    );
    mockRoute('GET /v1/check-maintenance', asked);
    const slept = vi.spyOn(performance, 'now').mockImplementation(() => elapsed - 60_000);
    const key = await createIdempotencyKey();
    slept.mockRestore();
    expect(asked).toHaveBeenCalledOnce();
    expect(Math.abs(timeOf(key) - served)).toBeLessThan(60_000);
  });

  it('has the time of the device when the server cannot be reached', async () => {
    const slept = vi.spyOn(performance, 'now').mockImplementation(() => -1e6);
    mockRoute('GET /v1/check-maintenance', () => HttpResponse.error());
    const key = await createIdempotencyKey();
    slept.mockRestore();
    expect(Math.abs(timeOf(key) - Date.now())).toBeLessThan(60_000);
  });
});
