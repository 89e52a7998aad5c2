import type { Bootstrap, Features } from '@/contracts/types';

let current: Bootstrap | undefined;

/** Reads the brand inlined in the page, or asks `/v1/bootstrap` where a page came without it. */
export async function loadBootstrap(): Promise<Bootstrap> {
  const inlined = document.getElementById('croupier-bootstrap')?.textContent;
  const found = inlined
    ? (JSON.parse(inlined) as Bootstrap)
    : await fetch('/v1/bootstrap').then((response) => response.json() as Promise<Bootstrap>);
  current = found;
  return found;
}

/** The brand of this page. Throws before loadBootstrap has answered. */
export function bootstrap(): Bootstrap {
  if (!current) throw new Error('the bootstrap is not loaded yet');
  return current;
}

/** Puts a brand in place; for tests. */
export function setBootstrap(value: Bootstrap): void {
  current = value;
}

/** Whether the brand has a part of the site; what a brand does not name, it has. */
export const hasFeature = (name: string): boolean =>
  bootstrap().features[name as keyof Features] !== false;
