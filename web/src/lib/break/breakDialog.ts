import { createStore } from '../store/store';

/** Whether the dialog in which a player takes a break is open. The application renders it over any page and game. */
export const breakDialog = createStore(false);
