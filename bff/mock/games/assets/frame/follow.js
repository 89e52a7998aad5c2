// Follows a round that all players of a game share.
import { t } from './boot.js';
import { get } from './calls.js';
import { showFailure } from './frame.js';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * follow requests the table's state for as long as the session lasts and calls take with each
 * one: {now, round, phase, …}. The casino responds when something happens. offline is called
 * with the reason when a request fails, and with '' after one that succeeds.
 */
export async function follow(take, offline) {
  let seen = '';
  for (;;) {
    try {
      const table = await get(`/state?seen=${seen}`);
      seen = `${table.round}.${table.phase}`;
      take(table);
      offline('');
    } catch (error) {
      if (error.reason === undefined) throw error; // a defect of the page
      seen = '';
      offline(error.reason === 'network' ? t('offline') : error.message);
      if (error.reason === 'no session') return showFailure(error);
      await pause(1500);
    }
  }
}
