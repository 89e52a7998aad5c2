export { CopyButton } from './CopyButton';
export { Panel } from './Panel';
export { QrCode } from './QrCode';
export { isUndone, StatusBadge } from './StatusBadge';
