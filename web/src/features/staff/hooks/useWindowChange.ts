import { useState } from 'react';
import type { components } from '@/contracts/staff';
import { StaffError, useStaffAction } from '../api/client';
import { changeWindow, readWindow } from '../api/maintenance';
import type { MaintenanceWindow } from '../model/maintenance';

type WindowPatch = components['schemas']['WindowPatch'];

/** A change that another person's was faster than. */
export interface Conflict {
  /** The window as it was when the change began. */
  before: MaintenanceWindow;
  /** The window as it is now; undefined when it has gone. */
  theirs: MaintenanceWindow | undefined;
  patch: WindowPatch;
}

/**
 * Changes a window. When it has changed since it was read, nothing is written: `conflict` says what the other person
 * did, and `redo` makes the change on top of it. `brand` is one for which the window holds.
 */
export function useWindowChange(brand: string, onDone: () => void) {
  const [conflict, setConflict] = useState<Conflict>();
  const { run, busy, error, clear } = useStaffAction(
    async (before: MaintenanceWindow, patch: WindowPatch) => {
      try {
        await changeWindow(before, patch);
      } catch (cause) {
        if (!(cause instanceof StaffError) || cause.status !== 412) throw cause;
        setConflict({ before, theirs: await readWindow(brand, before.id), patch });
        return;
      }
      setConflict(undefined);
      onDone();
    },
  );
  return {
    change: run,
    busy,
    error,
    clear,
    conflict,
    redo: () => (conflict?.theirs ? run(conflict.theirs, conflict.patch) : Promise.resolve()),
    drop: () => setConflict(undefined),
  };
}
