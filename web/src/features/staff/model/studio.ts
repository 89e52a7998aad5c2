import type { components } from '@/contracts/staff';

type Schemas = components['schemas'];
export type Studio = Schemas['Studio'];
export type StudioChange = Schemas['StudioChange'];
export type StudioConflict = Schemas['StudioConflict'];
export type StudioFault = Schemas['StudioFault'];
export type StudioPicture = Schemas['StudioPicture'];
export type StudioProposal = Schemas['StudioProposal'];
type ColourPair = Schemas['ColourPair'];

/** Values by field of the studio. null resets a field to its value in the files. */
export type Values = Readonly<Record<string, unknown>>;

export const studioTabs = ['look', 'lobby', 'menus', 'content', 'texts', 'history'] as const;
export type StudioTab = (typeof studioTabs)[number];

/** Returns the page that edits a field. */
export function tabOf(field: string): StudioTab {
  if (/^(lobby|sections)\b/.test(field)) return 'lobby';
  if (field.startsWith('datas/')) return 'menus';
  if (field.startsWith('content.')) return 'content';
  if (/^(texts|packs|languages)\b/.test(field)) return 'texts';
  return 'look';
}

/** Returns the id of a field's control, for links to it. */
export const idOf = (field: string): string => `field-${field.replace(/\W/g, '-')}`;

/** The maximum size of a picture in bytes. */
export const maxPicture = 200 * 1024;

/** Returns the address of a picture in the console. `name` is a value of a field, or a logo's. */
export const pictureAddress = (brand: string, name: string): string =>
  `/staff/v1/studio/${encodeURIComponent(brand)}/pictures/${encodeURIComponent(
    name.replace(/^(media|logo)\//, ''),
  )}`;

/** Returns a value as text for people: texts as they are, other values as JSON of several lines. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Returns whether a text is a colour as in brand.yaml. */
export const isColour = (text: unknown): text is string =>
  typeof text === 'string' && /^#[\da-f]{6}$/i.test(text);

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** The contrast of two colours of the brand. */
export type PairContrast = ColourPair & { ratio: number; fails: boolean };

/** Returns the contrast of each pair, the worst compared with its least ratio first. */
export const contrastsOf = (
  pairs: readonly ColourPair[],
  value: (field: string) => unknown,
): PairContrast[] =>
  pairs
    .flatMap((pair) => {
      const [colour, on] = [value(pair.colour), value(pair.on)];
      if (!isColour(colour) || !isColour(on)) return [];
      const ratio = contrast(colour, on);
      return [{ ...pair, ratio, fails: ratio < pair.least }];
    })
    .sort((a, b) => a.ratio / a.least - b.ratio / b.least);
