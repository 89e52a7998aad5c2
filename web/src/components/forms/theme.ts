import { createTheme } from '@mantine/core';

/** Mantine by the brand's variables: fonts, radius; colours are mapped in mantine.css. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--stack-text)',
  headings: { fontFamily: 'var(--stack-display)' },
  defaultRadius: 'var(--radius)',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
});
