export { addBusyCheck, isBusy, subscribeBusy } from './busy';
export { useBusy } from './useBusy';
