export type { DeviceSession } from './deviceSession';
export { answerNewDevice, newDeviceLogin, type NewDeviceLogin } from './newDevice';
export { useNewDeviceLogin } from './useNewDeviceLogin';
