/* eslint-disable croupier/text-in-element -- texts for the server, which React does not render in the browser */
import { Fragment, isValidElement, type ReactNode } from 'react';

/**
 * Returns a value of the shell's template language, which bff/site/template.go fills in. `⟦name⟧`
 * is an escaped value. `⟦#name⟧…⟦/name⟧` repeats for each entry of a list, or appears if a flag is
 * set. `⟦^name⟧…⟦/name⟧` appears if the flag is not set. `⟦name:format⟧` formats a value
 * (bff/site/shellformat.go).
 */
export const slot = (name: string): string => `⟦${name}⟧`;

/** A value whose element disappears if it is empty. It is an attribute or a text of the element. */
export const optional = (name: string): string => slot(`?${name}`);

/** An origin that `templateOf` removes. Links do not change an absolute address. */
const linkOrigin = 'https://slot.invalid/';

/** Returns the address of a link to a value. */
export const linkTo = (value: string): string => linkOrigin + value;

/** The address of a link as a value. */
export const linkSlot = (name: string): string => linkTo(slot(name));

/** The names of the numbers that stand for values. */
const numbers = new Map<number, string>();

/** Returns a number that stands for a value where a component needs a number. */
export function numberSlot(name: string, value = 1_000_000_007 + numbers.size): number {
  numbers.set(value, name);
  return value;
}

/** Returns the value that a number stands for in a format, or the number itself as a text. */
export function formatted(value: number | string, format: string): string {
  const name = typeof value === 'string' ? value.slice(1, -1) : numbers.get(value);
  return name === undefined ? String(value) : slot(`${name}:${format}`);
}

/** The name of the value that a number stands for. */
export const nameOf = (value: unknown): string | undefined => numbers.get(value as number);

/** Returns a component that renders its children between the marks of a section. */
const section = (mark: '#' | '^') =>
  function Section({ is, children }: { is: string; children: ReactNode }) {
    return (
      <>
        {`⟦${mark}${is}⟧`}
        {children}
        {`⟦/${is}⟧`}
      </>
    );
  };

/** Keeps its children while a flag is set, or repeats them for each entry of a list. */
export const When = section('#');

/** Keeps its children while a flag is not set. */
export const Unless = section('^');

/** A text that appears while a flag is set. */
export const textSlot = (flag: string, text: string): string => `⟦#${flag}⟧${text}⟦/${flag}⟧`;

/** A value while a flag is set, and a text otherwise. */
export const slotOr = (flag: string, name: string, text: string): string =>
  `⟦#${flag}⟧${slot(name)}⟦/${flag}⟧⟦^${flag}⟧${text}⟦/${flag}⟧`;

/**
 * A list as a value, in place of an array. `variants` are records with values in place of their
 * fields, by the flag that selects one. `^flag` selects the record if the flag is not set.
 */
export class ListSlot {
  constructor(
    readonly name: string,
    readonly variants: Record<string, object | string>,
    readonly length = Object.keys(variants).length,
  ) {}
  /** The index of every record except the first. */
  readonly index = numberSlot('at') - 1;
  slice = () => this;
  find = () => undefined;
  flatMap = () => [];
  filter = (test: (item: unknown) => boolean) =>
    new ListSlot(
      this.name,
      Object.fromEntries(Object.entries(this.variants).filter(([, item]) => test(item))),
      this.length,
    );
  map(render: (item: unknown, index: number) => unknown): unknown[] {
    const flags = Object.keys(this.variants);
    return flags.flatMap((flag, at) => {
      const item = render(this.variants[flag], at === 0 ? 0 : this.index);
      // The entries of a select become elements later.
      if (!isValidElement(item)) return at === 0 ? [item] : [];
      const Flag = flag.startsWith('^') ? Unless : When;
      const name = flag.replace('^', '');
      return (
        <Fragment key={flag}>
          {at === 0 && `⟦#${this.name}⟧`}
          {name ? <Flag is={name}>{item}</Flag> : item}
          {at === flags.length - 1 && `⟦/${this.name}⟧`}
        </Fragment>
      );
    });
  }
}

/** A list as a value, with the type of the list that it replaces. */
export const listSlot = (...of: ConstructorParameters<typeof ListSlot>) =>
  new ListSlot(...of) as unknown as never[];

/** Changes of the markup that follow from its values. */
const rules: readonly [RegExp, string][] = [
  [new RegExp(linkOrigin, 'g'), ''],
  [/<link rel="preload"[^>]*>/g, ''],
  [/ data-discover="true"/g, ''],
  [/ srcset="⟦\??srcset⟧"/gi, '⟦#srcset⟧ srcset="⟦srcset⟧"⟦/srcset⟧'],
  // The policy of the page refuses inline styles.
  [/ style="min-height:(\d+)px"/g, ' data-height="$1"'],
  [/ style="[^"]*"/g, ''],
  // A link escapes the values in its path.
  [/%E2%9F%A6(\??\w+)%E2%9F%A7/g, '⟦$1:path⟧'],
  [/(<img\b[^>]* loading=)"\w+"/g, '$1"⟦loading⟧"'],
  // A press on the arrow of a row is repeated on the site, which knows the width of the row.
  [/(class="_?arrow\w* _?next[^>]*) disabled=""/g, '$1'],
  // Each section has its own ids.
  [/(_R_\w*_)/g, '$1⟦at⟧'],
  // An item of a list repeats with its <li>.
  [/<li>((?:⟦[#^][\w.]+⟧)+)/g, '$1<li>'],
  [/((?:⟦\/[\w.]+⟧)+)<\/li>/g, '</li>$1'],
  // The slides beside the wide one are in the carousel of phones. A visitor can scroll to each.
  [/(role="group"[^>]*) inert=""/g, '$1'],
  [/(<div class="[^"]*)(" role="group" aria-role)/g, '$1⟦#isAside⟧ shell-aside⟦/isAside⟧$2'],
  [/(<button type="button" class="_?dot[^"]*)/g, '$1⟦#isAside⟧ shell-aside⟦/isAside⟧'],
  [/(<div class="_?dots[^"]*)/g, '$1⟦#alone⟧ shell-aside⟦/alone⟧'],
  // The current filter of a list, and the current information page.
  [/(<a class="_?chip[^"]*") aria-current="page"/g, '$1⟦^filtered⟧ aria-current="page"⟦/filtered⟧'],
  [/( href="[^"]*⟦CategoryID:path⟧")/g, '$1⟦#isCurrent⟧ aria-current="page"⟦/isCurrent⟧'],
  [
    /<option value="(⟦\w+⟧)">⟦\w+⟧<\/option>/g,
    '⟦#providers⟧<option value="$1"⟦#isCurrent⟧ selected=""⟦/isCurrent⟧>⟦providerName⟧</option>⟦/providers⟧',
  ],
  [/ aria-current="page"( href="\/about-us")/g, '$1⟦#AboutUs⟧ aria-current="page"⟦/AboutUs⟧'],
  [/(?: aria-current="page")?( href="\/info\/(\w+)")/g, '$1⟦#$2⟧ aria-current="page"⟦/$2⟧'],
  [/<section class="_?group.*?<\/section>/g, '⟦#groups⟧$&⟦/groups⟧'],
  [/<details.*?<\/details>/g, '⟦#questions⟧$&⟦/questions⟧'],
  [/<section class="_?section[^>]*⟦key⟧.*?<\/section>/g, '⟦#methods⟧$&⟦/methods⟧'],
  [
    /(<button\b[^>]*⟦name⟧[^>]* aria-pressed=")false(.*?<\/button>)/g,
    '⟦#hearts⟧$1⟦pressed⟧$2⟦/hearts⟧',
  ],
  // Elements of optional values.
  [/<img\b[^>]*⟦\?(\w+)[^>]*>/g, '⟦#$1⟧$&⟦/$1⟧'],
  [/<a\b[^>]*⟦\?(\w+)[^>]*>.*?<\/a>/g, '⟦#$1⟧$&⟦/$1⟧'],
  [/(<button\b[^>]*><span[^>]*>)⟦\?(\w+)⟧(.*?<\/button>)/g, '⟦#$2⟧$1$3⟦/$2⟧'],
  [/<(p|h2|span|h3)\b[^>]*>[^<]*⟦#?\?(\w+)[^<]*<\/\1>/g, '⟦#$2⟧$&⟦/$2⟧'],
  [/⟦([#/]?)\?/g, '⟦$1'],
];

/** Returns rendered markup as a template. It drops React's preloads, because the server adds them. */
export function templateOf(markup: string): string {
  let text = markup.replace(/\d+(\.\d+)?/g, (digits) => {
    const name = numbers.get(Number(digits));
    return name === undefined ? digits : slot(name);
  });
  for (const [from, to] of rules) text = text.replace(from, to);
  return text;
}
