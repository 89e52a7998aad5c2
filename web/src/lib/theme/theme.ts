import type { Bootstrap } from '@/contracts/types';
import type { ColorMode } from './mode';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Shows the page in the theme of another brand, as the server does for the brand of the page (site/page.go). */
export function showTheme({ theme }: Bootstrap, mode: ColorMode): void {
  const { style } = document.documentElement;
  style.setProperty('--gradient-from', theme.gradient.from);
  style.setProperty('--gradient-to', theme.gradient.to);
  style.setProperty('--radius', `${theme.radius}px`);
  for (const [role, font] of Object.entries(theme.fonts)) {
    style.setProperty(`--font-${role}`, `"${font}"`);
  }
  for (const [role, color] of Object.entries(theme.modes[mode])) {
    style.setProperty(`--c-${kebab(role)}`, color);
  }
}
