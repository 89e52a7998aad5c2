import { createStore } from '@/lib/store/store';

/** Whether the panel beside the stage is open. It stays as the player left it until the page is reloaded. */
export const stagePanel = createStore(false);
