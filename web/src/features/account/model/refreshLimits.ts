import { refresh } from '@/lib/swr/cache';

/** Asks again what holds for the player and what has changed. */
export async function refreshLimits(): Promise<void> {
  await Promise.all([refresh('limits/get'), refresh('limits/history')]);
}
