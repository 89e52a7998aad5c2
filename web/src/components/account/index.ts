export { CopyButton } from './CopyButton';
export { Panel } from './Panel';
export { QrCode } from './QrCode';
export { StatusBadge } from './StatusBadge';
