import { createStore } from '../store/store';

/** Whether the dialog to take a break is open. It appears over any page and game. */
export const breakDialog = createStore(false);
