/** Returns a device of the session index, "Chrome 120 on Android", as a text of any language: "Chrome 120 · Android". */
export const deviceName = (device: string, unknown: string): string =>
  device === '' ? unknown : device.replace(' on ', ' · ');
