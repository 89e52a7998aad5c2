import { vi } from 'vitest';
import type { Bootstrap } from '@/contracts/types';
import { systemClock } from '@/lib/clock';
import '@/lib/swr/inlined';
import { changeBrand } from './brand';

/** When the modules were loaded: lib/swr/inlined takes that for the time at which the server made the page. */
const servedAt = systemClock.now();

/** Puts responses into the page, which was served `ageMs` ago, until the end of the test. Stops the clock. */
export function inlineAnswers(initial: Bootstrap['initial'], ageMs = 0): void {
  changeBrand({ initial });
  vi.spyOn(systemClock, 'now').mockReturnValue(servedAt + ageMs);
}
