import { createStore } from '@/lib/store/store';

/** The element that a page of virtual games reserves for its game; undefined on other pages. The game layer covers it. */
export const virtualStage = createStore<HTMLElement | undefined>(undefined);

/** The id of the element that contains the running game, which takes the focus. */
export const gameLayerId = 'game';
