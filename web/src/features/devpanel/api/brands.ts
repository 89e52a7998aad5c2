/** The brands of the demo (calls.md §7); each has its own host below localhost. */
export const brands = ['marmara', 'zephyr', 'pera'] as const;

/** Returns the address of the current page at another brand. */
export function brandAddress(brand: (typeof brands)[number], currentUrl: string): string {
  const url = new URL(currentUrl);
  url.hostname = `${brand}.localhost`;
  return url.href;
}
