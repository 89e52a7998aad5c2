import type { ReactNode } from 'react';
import { OfflineBar } from './OfflineBar';
import { usePageReturn } from './usePageReturn';
import { usePlannedNotice } from './usePlannedNotice';

/** What the site does about lost networks and pages that come back. Not needed for the first paint. */
export default function Connection(): ReactNode {
  usePageReturn();
  usePlannedNotice();
  return <OfflineBar />;
}
