const mark = 'croupier-reloaded';

/**
 * After a release the files a page was made of are gone: loads the page anew, once. When that did not
 * help, or the network is down, the error is thrown on to the error screen.
 */
export function reloadOnce(error: unknown): never | Promise<never> {
  const last = Number(sessionStorage.getItem(mark));
  if (navigator.onLine && Date.now() - last > 60_000) {
    sessionStorage.setItem(mark, String(Date.now()));
    location.reload();
    // Nothing is to be drawn any more: the new page takes over.
    return new Promise<never>(() => undefined);
  }
  throw error;
}
