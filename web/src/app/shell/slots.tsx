/* eslint-disable croupier/text-in-element -- texts for the server, which React does not render in the browser */
import type { ReactNode } from 'react';

/**
 * Returns a value of the shell's template language, which bff/site/template.go fills in. `⟦name⟧`
 * is an escaped value. `⟦#name⟧…⟦/name⟧` repeats for each entry of a list, or appears if a flag is
 * set. `⟦^name⟧…⟦/name⟧` appears if the flag is not set.
 */
export const slot = (name: string): string => `⟦${name}⟧`;

/** An origin that `templateOf` removes. Links do not change an absolute address. */
const linkOrigin = 'https://slot.invalid/';

/** The address of a link as a value. */
export const linkSlot = (name: string): string => linkOrigin + slot(name);

/** Repeats its children for each entry of a list. */
export function Each({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`⟦#${of}⟧`}
      {children}
      {`⟦/${of}⟧`}
    </>
  );
}

/** Keeps its children while a flag is set. */
export const When = ({ is, children }: { is: string; children: ReactNode }) => (
  <Each of={is}>{children}</Each>
);

/** Keeps its children while a flag is not set. */
export function Unless({ is, children }: { is: string; children: ReactNode }) {
  return (
    <>
      {`⟦^${is}⟧`}
      {children}
      {`⟦/${is}⟧`}
    </>
  );
}

/**
 * Returns rendered markup as a template. An item of a list repeats with its `<li>`. It drops
 * React's preloads, because the server adds them.
 */
export const templateOf = (markup: string): string =>
  markup
    .replaceAll(linkOrigin, '')
    .replace(/<link rel="preload"[^>]*>/g, '')
    .replace(/ data-discover="true"/g, '')
    .replace(/<li>(⟦#[\w.]+⟧)/g, '$1<li>')
    .replace(/(⟦\/[\w.]+⟧)<\/li>/g, '</li>$1');
