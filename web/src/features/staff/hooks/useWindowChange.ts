import { useState } from 'react';
import type { components } from '@/contracts/staff';
import { StaffError, useStaffAction } from '../api/client';
import { changeWindow, readWindow } from '../api/maintenance';
import type { MaintenanceWindow } from '../model/maintenance';

type WindowPatch = components['schemas']['WindowPatch'];

/** A change that lost against another account's earlier change. */
export interface Conflict {
  /** The window at the start of the change. */
  before: MaintenanceWindow;
  /** The current window, or undefined if it no longer exists. */
  theirs: MaintenanceWindow | undefined;
  patch: WindowPatch;
}

/**
 * Changes a window. If it changed since it was read, the server writes nothing, `conflict` contains
 * the other change, and `redo` applies the change on top of it. `brand` is a brand of the window.
 */
export function useWindowChange(brand: string, onDone: () => void) {
  const [conflict, setConflict] = useState<Conflict>();
  const { run, busy, error } = useStaffAction(
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
    conflict,
    redo: () => (conflict?.theirs ? run(conflict.theirs, conflict.patch) : Promise.resolve()),
    drop: () => setConflict(undefined),
  };
}
