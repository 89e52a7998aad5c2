import { useAction } from '@/lib/swr/useAction';
import { StaffError } from './error';

const isStaffError = (error: unknown) => error instanceof StaffError;

/** Wraps a change of the staff API: one run at a time, its busy state and its last StaffError. Other errors are thrown. */
export const useStaffAction = <Args extends unknown[], Result>(
  task: (...args: Args) => Promise<Result>,
) => useAction(task, isStaffError);
