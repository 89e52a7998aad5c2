import type { components } from '@/contracts/staff';

type Schemas = components['schemas'];
export type Studio = Schemas['Studio'];
export type StudioChange = Schemas['StudioChange'];
export type StudioConflict = Schemas['StudioConflict'];
export type StudioFault = Schemas['StudioFault'];

/** Values by field of the studio. null resets a field to its value in the files. */
export type Values = Readonly<Record<string, unknown>>;

export const studioTabs = ['look', 'lobby', 'menus', 'content', 'texts', 'history'] as const;
export type StudioTab = (typeof studioTabs)[number];

/** Returns the page that edits a field. */
export function tabOf(field: string): StudioTab {
  if (/^(lobby|sections)\b/.test(field)) return 'lobby';
  if (field.startsWith('datas/')) return 'menus';
  if (field.startsWith('content.')) return 'content';
  return /^(texts|packs|languages)\b/.test(field) ? 'texts' : 'look';
}

/** Returns the id of a field's control, for links to it. */
export const idOf = (field: string): string => `field-${field.replace(/\W/g, '-')}`;

/** The maximum size of a picture in bytes. */
export const maxPicture = 200_000;

/** Returns whether a value names a picture. */
export const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('media/');

/** Returns the address of a picture in the console. `name` is the value of a field. */
export const pictureAddress = (brand: string, name: string): string =>
  `/staff/v1/studio/${brand}/pictures/${encodeURIComponent(name.slice('media/'.length))}`;

/** Returns the pictures that a value names. */
export const picturesIn = (value: unknown): readonly string[] =>
  JSON.stringify(value ?? '').match(/media\/\w+\.\w+/g) ?? [];

/** Returns whether a value is a colour as in brand.yaml. */
export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of each pair, the worst compared with its least ratio first. */
export const contrastsOf = ({ pairs }: Studio, value: (field: string) => unknown) =>
  pairs
    .flatMap((pair) => {
      const both = [value(pair.colour), value(pair.on)];
      if (!both.every(isColour)) return [];
      const [darker = 0, lighter = 0] = both.map(luminance).sort((a, b) => a - b);
      const ratio = (lighter + 0.05) / (darker + 0.05);
      return [{ ...pair, ratio, fails: ratio < pair.least }];
    })
    .sort((a, b) => a.ratio / a.least - b.ratio / b.least);
