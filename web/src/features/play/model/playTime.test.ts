import { expect, it } from 'vitest';
import { signIn } from '@/testing';
import { stored } from '@/lib/storage';
import { addPlayTime, readPlayTime } from './playTime';

it('belongs to one player', () => {
  signIn();
  addPlayTime({ played: 1000, net: -20 });
  expect(addPlayTime({ net: 0.1 })).toEqual({ played: 1000, net: -19.9 });
  stored.set('profile', { uid: 'x', username: 'another', firstname: '', lastname: '' });
  expect(readPlayTime()).toEqual({ played: 0, net: 0 });
  signIn();
  expect(readPlayTime().net).toBe(-19.9);
});
