/** The demo's brands (calls.md §7); each answers to a host of its own below localhost. */
export const brands = ['marmara', 'zephyr', 'pera'] as const;

/** The same page at another brand. */
export function brandAddress(brand: (typeof brands)[number], here: string): string {
  const url = new URL(here);
  url.hostname = `${brand}.localhost`;
  return url.href;
}
