import { describe, expect, it } from 'vitest';
import type { LimitKind, LimitsAnswer } from '@/contracts/types';
import { stored } from '@/lib/storage/stored';
import { noLimits } from '@/testing/brand';
import { signIn } from '@/testing/render';
import { closingReason } from '../components/EndByLimits';
import {
  clampWidth,
  dockPlace,
  moveByKey,
  nearestCorner,
  nextCorner,
  nextWidth,
  resizeByKey,
  type DockPlace,
} from './dockPlace';
import { addPlayTime, readPlayTime } from './playTime';

const place: DockPlace = { vertical: 'bottom', horizontal: 'left', width: 400 };

describe('the place of the dock', () => {
  it('is the lower left corner until the player has chosen another one', () => {
    expect(dockPlace.get()).toEqual(place);
    const chosen: DockPlace = { vertical: 'top', horizontal: 'right', width: 520 };
    dockPlace.set(chosen);
    expect(dockPlace.get()).toEqual(chosen);
  });

  it.each([
    ['"text"', place],
    ['{"width":9000,"vertical":"middle"}', { ...place, width: 640 }],
    ['{"width":"wide","horizontal":"right"}', { ...place, horizontal: 'right' }],
    ['null', place],
  ])('of a stored %s is one that exists', (json, expected) => {
    localStorage.setItem('gameDock', json);
    expect(dockPlace.get()).toEqual(expected);
  });

  it('is moved by the arrow keys and by no other key', () => {
    expect(moveByKey(place, 'ArrowUp')).toEqual({ ...place, vertical: 'top' });
    expect(moveByKey(place, 'ArrowRight')).toEqual({ ...place, horizontal: 'right' });
    expect(moveByKey(place, 'ArrowLeft')).toEqual(place);
    expect(moveByKey(place, 'Tab')).toBeUndefined();
    expect(resizeByKey(place, 'Enter')).toBeUndefined();
  });

  it('visits every corner and width by repeated clicks', () => {
    const corners = new Set<string>();
    let at = place;
    for (let n = 0; n < 4; n++) {
      corners.add(`${at.vertical} ${at.horizontal}`);
      at = nextCorner(at);
    }
    expect(corners.size).toBe(4);
    expect(at).toEqual(place);
    const widths = [place, { ...place, width: 640 }].map((dockPlace) => nextWidth(dockPlace).width);
    expect(widths).toEqual([520, 400]);
  });

  it('stays between the smallest and the largest width', () => {
    expect(resizeByKey(place, 'ArrowUp')?.width).toBe(440);
    expect(resizeByKey({ ...place, width: 330 }, 'ArrowDown')?.width).toBe(320);
    expect(clampWidth(5000)).toBe(640);
  });

  it('is the corner nearest to the end of the drag', () => {
    const window = { width: 1440, height: 900 };
    const opposite = { ...place, vertical: 'top', horizontal: 'right' };
    expect(nearestCorner(place, { x: 1200, y: 100 }, window)).toEqual(opposite);
    expect(nearestCorner(place, { x: 100, y: 800 }, window)).toEqual(place);
  });
});

const renews = '2099-01-01 00:00:00';
const limit = (kind: LimitKind, left: number): LimitsAnswer => ({
  ...noLimits,
  limits: [{ kind, period: 'day', amount: 100, used: 100 - left, left, renews }],
});
const inBreak: LimitsAnswer = { ...noLimits, cool_off: { until: renews } };

it.each([
  { name: 'nothing is set', of: noLimits, want: undefined },
  { name: 'something is left', of: limit('loss', 1), want: undefined },
  { name: 'a loss limit is reached', of: limit('loss', 0), want: 'limit' },
  { name: 'a stake limit is reached', of: limit('stake', 0), want: 'limit' },
  { name: 'a time limit is reached', of: limit('session_time', 0), want: 'limit' },
  { name: 'a deposit limit is reached', of: limit('deposit', 0), want: undefined },
  { name: 'a break', of: inBreak, want: 'break' },
  {
    name: 'an exclusion in a break',
    of: { ...inBreak, exclusion: { until: null } },
    want: 'exclusion',
  },
])('the reason to close a game if $name: $want', ({ of, want }) => {
  expect(closingReason(of)).toBe(want);
});

it('the time of play belongs to one player', () => {
  signIn();
  addPlayTime({ played: 1000, net: -20 });
  expect(addPlayTime({ net: 0.1 })).toEqual({ played: 1000, net: -19.9 });
  stored.set('profile', { uid: 'x', username: 'another', firstname: '', lastname: '' });
  expect(readPlayTime()).toEqual({ played: 0, net: 0 });
  signIn();
  expect(readPlayTime().net).toBe(-19.9);
});
