// Follows a round that everybody at the game shares.
import { t } from './boot.js';
import { tellFailure } from './frame.js';
import { look } from './table.js';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * follow asks how the table stands for as long as there is a seat, and hands over each
 * answer ({now, round, phase, …}). The casino answers when something happens. offline hears
 * why there is no answer, and '' once there is one again.
 */
export async function follow(take, offline) {
  let seen = '';
  for (;;) {
    try {
      const table = await look(`/state?seen=${seen}`);
      seen = `${table.round}.${table.phase}`;
      take(table);
      offline('');
    } catch (error) {
      if (error.word === undefined) throw error; // a defect of the page
      seen = '';
      offline(error.word === 'network' ? t('offline') : error.message);
      if (error.word === 'no session') return tellFailure(error);
      await pause(1500);
    }
  }
}
