import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import type { Clock } from '@/lib/clock';
import { useStore } from '@/lib/store/store';
import { useMe, useRights } from '../api/login';
import { openDraft, type Draft } from '../api/studio';
import { Loaded } from '../components/Page';

const Context = createContext<Draft | undefined>(undefined);

interface StudioProviderProps {
  brand: string;
  children: ReactNode;
  clock?: Clock;
}

/** Drafts that were left with changes that could not be saved, by account and brand. */
const unsaved = new Map<string, Draft>();

/** Provides the draft of a brand to the pages of the studio, once it is loaded. */
export function StudioProvider({ brand, children, clock }: StudioProviderProps) {
  const key = `${useMe().name} ${brand}`;
  const draft = useMemo(() => unsaved.get(key) ?? openDraft(brand, clock), [key, brand, clock]);
  const { studio, error } = useStore(draft.store);
  useEffect(() => {
    const stop = draft.follow();
    return () => {
      stop();
      if (draft.isSaved()) unsaved.delete(key);
      else unsaved.set(key, draft);
    };
  }, [draft, key]);
  const reload = () => void draft.retry();
  return (
    <Context value={draft}>
      <Loaded read={{ data: studio, error, loading: !studio && !error, reload }} height={480}>
        {() => children}
      </Loaded>
    </Context>
  );
}

/** Returns the draft of the surrounding StudioProvider, and functions that change it. */
export function useStudio() {
  const draft = use(Context);
  if (!draft) throw new Error('useStudio needs a StudioProvider');
  const { brand } = draft;
  const { studio: state, pending, saving, error, conflicts } = useStore(draft.store);
  if (!state) throw new Error('useStudio needs a loaded draft');
  const { may } = useRights();
  /** Returns how the draft's field differs from what players see. */
  const changeOf = (field: string) => state.changes.find((change) => change.field === field);
  const value = (field: string): unknown => {
    // A later change counts, because an upload ends in a later render.
    const { studio = state, pending } = draft.store.get();
    const own = pending[field];
    // The value in the files is unknown until the reset is saved. Usually players see it.
    if (own === null) return changeOf(field)?.before;
    return own === undefined ? studio.fields[field] : own;
  };
  return {
    brand,
    state,
    /** The error of the last request. Unsaved changes remain. */
    error,
    /** The changes that are not saved yet. */
    pending,
    conflicts,
    /** Some changes are not saved yet. */
    saving: saving || Object.keys(pending).length > 0,
    /** The account or the configuration does not allow changes. */
    readOnly: state.read_only || !may('editor', brand),
    changeOf,
    faultOf: (field: string) => state.faults.find((fault) => fault.field === field),
    /** Returns the value of a field with the changes that are not saved yet. */
    value,
    /** The codes of the draft's languages. The first is the default language. */
    languages: ((value('languages') ?? state.languages) as { lang: string }[]).map(
      ({ lang }) => lang,
    ),
    /** Returns what follows the prefix in the names of fields that have a value. */
    names: (prefix: string): string[] =>
      Object.keys({ ...state.fields, ...pending })
        .filter((field) => field.startsWith(prefix) && value(field) !== undefined)
        .map((field) => field.slice(prefix.length)),
    /** Changes fields. They are saved soon. null resets a field to its value in the files. */
    set: draft.set,
    /** Gives a field back the value that players see. */
    reset(field: string): void {
      const before = state.version > 0 ? changeOf(field)?.before : undefined;
      draft.set({ [field]: before ?? null });
    },
    /** Runs a request that results in a new state, after all changes are saved. */
    run: draft.run,
    draft,
  };
}
