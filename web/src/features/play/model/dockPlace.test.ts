import { beforeEach, describe, expect, it } from 'vitest';
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

const place: DockPlace = { vertical: 'bottom', horizontal: 'left', width: 400 };

beforeEach(() => localStorage.clear());

describe('the place of the dock', () => {
  it('is the lower left corner until the player has chosen another one', () => {
    expect(dockPlace.get()).toEqual(place);
    dockPlace.set({ vertical: 'top', horizontal: 'right', width: 520 });
    expect(dockPlace.get()).toEqual({ vertical: 'top', horizontal: 'right', width: 520 });
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
    expect(
      [place, nextWidth(place), nextWidth({ ...place, width: 640 })].map((it) => it.width),
    ).toEqual([400, 520, 400]);
  });

  it('stays between the smallest and the largest width', () => {
    expect(resizeByKey(place, 'ArrowUp')?.width).toBe(440);
    expect(resizeByKey({ ...place, width: 330 }, 'ArrowDown')?.width).toBe(320);
    expect(clampWidth(5000)).toBe(640);
  });

  it('is the corner nearest to where it was dropped', () => {
    const window = { width: 1440, height: 900 };
    expect(nearestCorner(place, { x: 1200, y: 100 }, window)).toMatchObject({
      vertical: 'top',
      horizontal: 'right',
    });
    expect(nearestCorner(place, { x: 100, y: 800 }, window)).toEqual(place);
  });
});
