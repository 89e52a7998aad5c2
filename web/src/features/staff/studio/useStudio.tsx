import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clock } from '@/lib/clock';
import { useStore } from '@/lib/store/store';
import { StaffError } from '../api/client';
import { useRights } from '../api/login';
import { addPicture, openDraft, type Draft } from '../api/studio';
import { Loaded } from '../components/Page';
import {
  maxPicture,
  type Studio,
  type StudioChange,
  type StudioFault,
  type StudioPicture,
  type Values,
} from '../model/studio';

const Context = createContext<{ brand: string; draft: Draft } | undefined>(undefined);

interface StudioProviderProps {
  brand: string;
  children: ReactNode;
  clock?: Clock;
}

/** Provides the draft of a brand to the pages of the studio, once it is loaded. */
export function StudioProvider({ brand, children, clock }: StudioProviderProps) {
  const draft = useMemo(() => openDraft(brand, clock), [brand, clock]);
  const context = useMemo(() => ({ brand, draft }), [brand, draft]);
  const { studio, error } = useStore(draft.store);
  useEffect(() => draft.follow(), [draft]);
  const reload = () => void draft.retry();
  return (
    <Context value={context}>
      <Loaded read={{ data: studio, error, loading: !studio && !error, reload }} height={480}>
        {() => children}
      </Loaded>
    </Context>
  );
}

/** Returns the draft of the surrounding StudioProvider with its unsaved changes. */
export function useDraft() {
  const context = use(Context);
  if (!context) throw new Error('useStudio needs a StudioProvider');
  return { ...context, ...useStore(context.draft.store) };
}

/** The draft of a brand for the pages of the studio. */
interface StudioAccess {
  brand: string;
  state: Studio;
  /** Returns the value of a field with the changes that are not saved yet. */
  value(field: string): unknown;
  /** Changes fields. They are saved soon. null resets a field to its value in the files. */
  set(changes: Values): void;
  /** Gives fields back the values that players see. */
  reset(fields: readonly string[]): void;
  /** Returns how the draft's field differs from what players see. */
  changeOf(field: string): StudioChange | undefined;
  faultOf(field: string): StudioFault | undefined;
  /** The account or the configuration does not allow changes. */
  readOnly: boolean;
  /** Some changes are not saved yet. */
  saving: boolean;
  /** Stores a picture, whose name becomes the value of a field. Rejects with a StaffError. */
  upload(file: File): Promise<StudioPicture>;
  /** Runs a request that results in a new state, after all changes are saved. */
  run: Draft['run'];
}

/** Returns the draft of the surrounding StudioProvider, and functions that change it. */
export function useStudio(): StudioAccess {
  const { brand, draft, studio, pending, saving } = useDraft();
  const { t } = useTranslation('staffStudio');
  const { may } = useRights();
  if (!studio) throw new Error('useStudio needs a loaded draft');
  const { set, run } = draft;
  const changeOf = (field: string) => studio.changes.find((change) => change.field === field);
  return {
    brand,
    state: studio,
    value(field) {
      const own = pending[field];
      // The value in the files is unknown until the reset is saved. Usually players see it.
      if (own === null) return changeOf(field)?.before;
      return own === undefined ? studio.fields[field] : own;
    },
    set,
    reset(fields) {
      const before = (field: string) => (studio.version > 0 ? changeOf(field)?.before : undefined);
      set(Object.fromEntries(fields.map((field) => [field, before(field) ?? null])));
    },
    changeOf,
    faultOf: (field) => studio.faults.find((fault) => fault.field === field),
    readOnly: studio.read_only || !may('editor', brand),
    saving: saving || Object.keys(pending).length > 0,
    async upload(file) {
      if (file.size > maxPicture) throw new StaffError(t('picture.tooLarge'), 413, 'too large');
      return addPicture(brand, file);
    },
    run,
  };
}

/** Returns a function with the readable name of a field. */
export function useFieldName(): (field: string) => string {
  const { t, i18n } = useTranslation('staffStudio');
  return (field) => {
    const mode = /^theme\.modes\.(dark|light)\./.exec(field)?.[1] as 'dark' | undefined;
    const key = `fields.${field.replace(/^theme\.modes\.\w+\./, 'theme.colours.')}`;
    const known = i18n.exists(key, { ns: 'staffStudio' });
    const name = known ? t(key as 'fields.lobby') : field.replace(/^\w+[./]/, '');
    const group = mode ? `modes.${mode}` : `groups.${/^\w+/.exec(field)?.[0]}`;
    if (known && !mode) return name;
    return i18n.exists(group, { ns: 'staffStudio' })
      ? `${t(group as 'modes.dark')}: ${name}`
      : name;
  };
}
