import { mock, mockRequest } from './mock';
import type { MockState } from './types';

/** Downloads this browser's world as a file. Rejects as mock does. */
export async function saveWorld(): Promise<void> {
  const [file, { world }] = await Promise.all([
    mockRequest('GET', 'snapshot').then((response) => response.blob()),
    mock<MockState>('GET', 'state'),
  ]);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${world}.world.json`;
  link.click();
  URL.revokeObjectURL(address);
}

/** Puts a downloaded world into the place of this browser's. Rejects as mock does. */
export const restoreWorld = async (file: Blob): Promise<void> =>
  void (await mockRequest('POST', 'snapshot', file));
