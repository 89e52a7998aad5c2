import { mock, mockRequest } from './mock';
import type { MockState } from './types';

/** Downloads this browser's world as a file. Rejects like mock. */
export async function downloadWorld(): Promise<void> {
  const [file, { world }] = await Promise.all([
    mockRequest('GET', 'snapshot').then((response) => response.blob()),
    mock<MockState>('GET', 'state'),
  ]);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${world}.world.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Replaces this browser's world with a downloaded one. Rejects like mock. */
export const restoreWorld = async (file: Blob): Promise<void> =>
  void (await mockRequest('POST', 'snapshot', file));
