import type { Bootstrap, Features } from '@/contracts/types';

let current: Bootstrap | undefined;

/** Reads the brand from the page, or fetches `/v1/bootstrap` when the page does not contain it. */
export async function loadBootstrap(): Promise<Bootstrap> {
  const inlined = document.getElementById('croupier-bootstrap')?.textContent;
  const found = inlined
    ? (JSON.parse(inlined) as Bootstrap)
    : await fetch('/v1/bootstrap').then((response) => response.json() as Promise<Bootstrap>);
  current = found;
  return found;
}

/** Returns the brand of this page. Throws before loadBootstrap has finished. */
export function bootstrap(): Bootstrap {
  if (!current) throw new Error('bootstrap: not loaded yet');
  return current;
}

/** Sets the brand; for tests. */
export function setBootstrap(value: Bootstrap): void {
  current = value;
}

/** Returns whether the brand has a feature. Features that the brand does not list are on. */
export const hasFeature = (name: string): boolean =>
  bootstrap().features[name as keyof Features] !== false;
