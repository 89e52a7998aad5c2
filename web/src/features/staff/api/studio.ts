import { systemClock, type Clock } from '@/lib/clock';
import { createStore, type Store } from '@/lib/store/store';
import type { Studio, StudioConflict, StudioPicture, Values } from '../model/studio';
import { dataOf, refreshStaff, staff, StaffError } from './client';

const saveAfterMs = 600;
const pollIntervalMs = 15_000;

interface DraftState {
  /** The draft as the server has it, undefined before the first response. */
  studio: Studio | undefined;
  /** The error of the last request. */
  error: StaffError | undefined;
  /** The values that the server has not stored yet. */
  pending: Values;
  saving: boolean;
  /** Fields of `pending` that another person has changed too. Nothing is saved until each is decided. */
  conflicts: readonly StudioConflict[];
}

/** The draft of a brand with its unsaved changes. */
export interface Draft {
  store: Store<DraftState>;
  /** Changes fields, and saves them after the last of several changes. */
  set(changes: Values): void;
  /** Decides a conflict. */
  decide(field: string, choice: 'mine' | 'theirs'): void;
  /** Saves unsaved changes now. Without any, it reads the draft. */
  retry(): Promise<void>;
  /** Runs a request that results in a new state after all changes are saved. Rejects if it fails. */
  run(request: (studio: Studio) => Promise<Studio>): Promise<void>;
  /** Discards the draft and the unsaved changes. */
  discard(): Promise<void>;
  /** Reads the draft now and then, until the returned function is called, which saves changes. */
  follow(): () => void;
}

/** Works like dataOf. The client's types turn read-only lists into objects. */
const studioOf = (pending: Parameters<typeof dataOf>[0]) =>
  dataOf(pending) as Promise<unknown> as Promise<Studio>;

const isEmpty = (values: object) => Object.keys(values).length === 0;
const params = (brand: string, revision: number) => ({
  path: { brand },
  header: { 'If-Match': `"${revision}"` },
});

/** Opens the draft of a brand. Its requests run one after another. */
export function openDraft(brand: string, clock: Clock = systemClock): Draft {
  const store = createStore<DraftState>({
    studio: undefined,
    error: undefined,
    pending: {},
    saving: false,
    conflicts: [],
  });
  const patch = (change: Partial<DraftState>) => store.set({ ...store.get(), ...change });
  const fail = (cause: unknown) => {
    if (!(cause instanceof StaffError)) throw cause;
    patch({ error: cause });
  };

  let queue: Promise<unknown> = Promise.resolve();
  function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = queue.then(task);
    queue = result.catch(() => undefined);
    return result;
  }

  const fetchStudio = () => studioOf(staff.GET('/studio/{brand}', { params: { path: { brand } } }));
  const read = () =>
    enqueue(async () => {
      // A newer revision would hide changes of another person from the server's comparison.
      if (isEmpty(store.get().pending)) patch({ studio: await fetchStudio(), error: undefined });
    }).catch(fail);

  async function saveNow(): Promise<void> {
    const { studio, pending: sent, conflicts } = store.get();
    if (!studio || isEmpty(sent) || conflicts.length > 0) return;
    patch({ saving: true });
    try {
      const saved = staff.PATCH('/studio/{brand}/draft', {
        params: params(brand, studio.revision),
        body: { changes: sent },
      });
      const next = await studioOf(saved).catch(async (cause: unknown) => {
        const refusal: unknown = (await saved.catch(() => undefined))?.error;
        const found = (refusal as { conflicts?: StudioConflict[] } | undefined)?.conflicts;
        if (!found?.length) throw cause;
        patch({ studio: await fetchStudio(), error: undefined, conflicts: found });
      });
      if (!next) return;
      const typed = Object.entries(store.get().pending).filter(
        ([field, value]) => !(field in sent) || sent[field] !== value,
      );
      patch({ studio: next, pending: Object.fromEntries(typed), error: undefined });
      void refreshStaff('/studio/');
    } finally {
      patch({ saving: false });
    }
  }
  const save = () => enqueue(saveNow).catch(fail);

  let cancel = () => undefined as void;
  const schedule = () => {
    cancel();
    cancel = clock.timeout(saveAfterMs, () => void save());
  };
  const retry = () => (isEmpty(store.get().pending) ? read() : save());
  const run = (request: (studio: Studio) => Promise<Studio>) =>
    enqueue(async () => {
      await saveNow();
      const { studio, pending, error } = store.get();
      if (!studio || !isEmpty(pending)) throw error ?? new StaffError('', 409, 'conflict');
      patch({ studio: await request(studio), error: undefined });
      void refreshStaff('/studio/', '/audit');
    }).catch((cause: unknown) => {
      void read();
      throw cause;
    });

  return {
    store,
    set(changes) {
      patch({ pending: { ...store.get().pending, ...changes } });
      schedule();
    },
    decide(field, choice) {
      const { pending, conflicts } = store.get();
      const rest = Object.entries(pending).filter(([name]) => name !== field);
      patch({
        pending: choice === 'mine' ? pending : Object.fromEntries(rest),
        conflicts: conflicts.filter((conflict) => conflict.field !== field),
      });
      void save();
    },
    retry,
    run,
    discard() {
      cancel();
      patch({ pending: {}, conflicts: [] });
      return run(({ revision }) =>
        studioOf(staff.DELETE('/studio/{brand}/draft', { params: params(brand, revision) })),
      );
    },
    follow() {
      const onFocus = () => {
        const { error } = store.get();
        // A refused change would be refused again.
        if (!error || error.status === 0 || error.status >= 500) void retry();
      };
      const onLeave = (event: Event) => {
        if (!isEmpty(store.get().pending)) event.preventDefault();
      };
      const stop = clock.interval(pollIntervalMs, () => {
        if (document.visibilityState === 'visible') onFocus();
      });
      window.addEventListener('focus', onFocus);
      window.addEventListener('online', onFocus);
      window.addEventListener('beforeunload', onLeave);
      void read();
      return () => {
        stop();
        cancel();
        window.removeEventListener('focus', onFocus);
        window.removeEventListener('online', onFocus);
        window.removeEventListener('beforeunload', onLeave);
        void save();
      };
    },
  };
}

/** Publishes the draft, proposes it or schedules it. */
export const publish = (brand: string, body: { from?: string; note?: string }) => (state: Studio) =>
  studioOf(staff.POST('/studio/{brand}/publish', { params: params(brand, state.revision), body }));

/** Approves or withdraws the proposal or the scheduled publication with a revision. */
export const decideProposal =
  (brand: string, action: 'approve' | 'withdraw', revision: number) => () =>
    studioOf(
      staff.POST(`/studio/{brand}/${action}`, { params: { path: { brand } }, body: { revision } }),
    );

/** Publishes an earlier version again. */
export const revert = (brand: string, version: number) => () =>
  studioOf(
    staff.POST('/studio/{brand}/revert', { params: { path: { brand } }, body: { version } }),
  );

/** Creates a link that shows the draft. */
export const preview = (brand: string) =>
  dataOf(staff.POST('/studio/{brand}/preview', { params: { path: { brand } } }));

/** Stores a picture. */
export const addPicture = (brand: string, file: File): Promise<StudioPicture> =>
  dataOf(
    staff.POST('/studio/{brand}/pictures', {
      params: { path: { brand } },
      headers: { 'Content-Type': file.type },
      body: file as never, // the contract's type of a binary body is text
      bodySerializer: (body: unknown) => body as File,
    }),
  );
