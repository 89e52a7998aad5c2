import type { components } from '@/contracts/staff';
import { systemClock } from '@/lib/clock';
import { createStore } from '@/lib/store/store';
import type { Studio, StudioChange, StudioConflict, Values } from '../model/studio';
import { dataOf, refreshStaff, staff, StaffError } from './client';

const saveAfterMs = 600;
const pollIntervalMs = 15_000;

interface DraftState {
  /** The draft as the server has it, undefined before the first response. */
  studio?: Studio;
  /** The error of the last request. */
  error?: StaffError;
  /** The values that the server has not stored yet. */
  pending: Values;
  saving: boolean;
  /** Fields of `pending` that another person has changed too. The draft waits for a decision. */
  conflicts: readonly StudioConflict[];
}

/** Works like dataOf. The client's types turn read-only lists into objects. */
const studioOf = (pending: Parameters<typeof dataOf>[0]) =>
  dataOf(pending) as Promise<unknown> as Promise<Studio>;

const pathOf = (brand: string) => ({ path: { brand } });
const ifMatch = (brand: string, { revision }: Studio) => ({
  ...pathOf(brand),
  header: { 'If-Match': `"${revision}"` },
});
const isEmpty = (values: object) => Object.keys(values).length === 0;

export type Draft = ReturnType<typeof openDraft>;

/** Opens the draft of a brand. Its requests run one after another. */
export function openDraft(brand: string, clock = systemClock) {
  const store = createStore<DraftState>({ pending: {}, saving: false, conflicts: [] });
  const patch = (change: Partial<DraftState>) => store.set({ ...store.get(), ...change });
  const isSaved = () => isEmpty(store.get().pending);
  const fail = (cause: unknown) => {
    if (!(cause instanceof StaffError)) throw cause;
    patch({ error: cause });
  };
  let queue: Promise<unknown> = Promise.resolve();
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(task);
    queue = result.catch(() => undefined);
    return result;
  };

  const fetchStudio = () => studioOf(staff.GET('/studio/{brand}', { params: pathOf(brand) }));
  const read = () =>
    enqueue(async () => {
      // A newer revision would hide changes of another person from the server's comparison.
      if (isSaved()) patch({ studio: await fetchStudio(), error: undefined });
    }).catch(fail);

  async function saveNow(isRepeated = false): Promise<void> {
    const { studio, pending: sent, conflicts } = store.get();
    if (!studio || isEmpty(sent) || conflicts.length > 0) return;
    patch({ saving: true });
    const request = { params: ifMatch(brand, studio), body: { changes: sent } };
    const saved = staff.PATCH('/studio/{brand}/draft', request);
    try {
      const next = await studioOf(saved);
      // Values that were changed meanwhile are saved next.
      const left = Object.entries(store.get().pending).filter(
        ([field, value]) => !(field in sent) || sent[field] !== value,
      );
      patch({ studio: next, pending: Object.fromEntries(left), error: undefined });
      void refreshStaff('/studio/');
    } catch (cause) {
      const refusal: unknown = cause instanceof StaffError && cause.status && (await saved).error;
      const { error, conflicts = [] } = (refusal || {}) as Partial<components['schemas']['Error']>;
      if (error !== 'changed by another person' || isRepeated) throw cause;
      patch({ studio: await fetchStudio(), error: undefined, conflicts });
      // A draft of a restored backup has an older revision, and no field needs a decision.
      await saveNow(true);
    } finally {
      patch({ saving: false });
    }
  }
  const save = () => enqueue(() => saveNow()).catch(fail);

  let cancel: () => void = () => undefined;
  /** Runs a request that results in a new state after all changes are saved. May reject. */
  const run = (request: (studio: Studio) => Promise<Studio>): Promise<void> =>
    enqueue(async () => {
      await saveNow();
      const { studio, error } = store.get();
      if (!studio || !isSaved()) throw error ?? new StaffError('', 409, 'conflict');
      patch({ studio: await request(studio), error: undefined });
      void refreshStaff('/studio/', '/audit');
    }).catch((cause: unknown) => {
      void read();
      throw cause;
    });
  /** Saves unsaved changes now. Without any, it reads the draft. */
  const retry = () => (isSaved() ? read() : save());

  return {
    brand,
    store,
    run,
    retry,
    isSaved,
    /** Changes fields, and saves them after the last of several changes. */
    set(changes: Values): void {
      patch({ pending: { ...store.get().pending, ...changes } });
      cancel();
      cancel = clock.timeout(saveAfterMs, () => void save());
    },
    /** Decides the conflict of a field. */
    decide(field: string, choice: 'mine' | 'theirs'): void {
      const { pending, conflicts } = store.get();
      const rest = Object.entries(pending).filter(([name]) => name !== field);
      patch({
        pending: choice === 'mine' ? pending : Object.fromEntries(rest),
        conflicts: conflicts.filter((conflict) => conflict.field !== field),
      });
      void save();
    },
    /** Discards the draft and the unsaved changes. */
    discard(): Promise<void> {
      cancel();
      patch({ pending: {}, conflicts: [] });
      return run((studio) =>
        studioOf(staff.DELETE('/studio/{brand}/draft', { params: ifMatch(brand, studio) })),
      );
    },
    /** Reads the draft now and then. Returns a function that stops it and saves changes. */
    follow(): () => void {
      const refresh = () => {
        const status = store.get().error?.status ?? 0;
        const hidden = document.visibilityState === 'hidden';
        // A refused change would be refused again.
        if (!hidden && (status === 0 || status >= 500)) void retry();
      };
      const onLeave = (event: Event) => {
        if (!isSaved()) event.preventDefault();
      };
      const stop = clock.interval(pollIntervalMs, refresh);
      window.addEventListener('focus', refresh);
      window.addEventListener('beforeunload', onLeave);
      void retry();
      return () => {
        stop();
        cancel();
        window.removeEventListener('focus', refresh);
        window.removeEventListener('beforeunload', onLeave);
        void save();
      };
    },
  };
}

/** Publishes the draft, proposes it or schedules it. */
export const publish = (brand: string, body: { from?: string; note?: string }) => (state: Studio) =>
  studioOf(staff.POST('/studio/{brand}/publish', { params: ifMatch(brand, state), body }));

/** Approves or withdraws the proposal or the scheduled publication with a revision. */
export const decideProposal =
  (brand: string, action: 'approve' | 'withdraw', revision: number) => () =>
    studioOf(
      staff.POST(`/studio/{brand}/${action}`, { params: pathOf(brand), body: { revision } }),
    );

/** Publishes an earlier version again. */
export const revert = (brand: string, version: number) => () =>
  studioOf(staff.POST('/studio/{brand}/revert', { params: pathOf(brand), body: { version } }));

/** Returns the changes of a version of the history, or those that publish it again. */
export async function changesOf(brand: string, version: number, again?: true) {
  const params = { path: { brand, version }, query: { again } };
  const list = await dataOf(staff.GET('/studio/{brand}/versions/{version}', { params }));
  return list as unknown as readonly StudioChange[];
}

/** Creates a link that shows the draft. */
export const createPreview = (brand: string) =>
  dataOf(staff.POST('/studio/{brand}/preview', { params: pathOf(brand) }));

type LanguagePack = components['schemas']['LanguagePack'];

/** Adds a language to the draft, or replaces its language pack. */
export const putLanguage = (brand: string, lang: string, body: LanguagePack) => (state: Studio) =>
  studioOf(
    staff.PUT('/studio/{brand}/languages/{lang}', {
      params: { ...ifMatch(brand, state), path: { brand, lang } },
      body,
    }),
  );

/** Stores a picture. */
export const addPicture = (brand: string, file: File) =>
  dataOf(
    staff.POST('/studio/{brand}/pictures', {
      params: pathOf(brand),
      headers: { 'Content-Type': file.type },
      body: file as never, // the contract's type of a binary body is text
      bodySerializer: (body: unknown) => body as File,
    }),
  );
