// Draws the home screen icons of brands from the mark.svg of their logo directories:
//
// npm run brand:icons -- ../configs/brands/marmara …
//
// It needs Chromium (CHROMIUM, or /usr/bin/chromium). You can replace these files with a designer's
// icons.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** The files of bff.Icons. `opaque` icons fill the square, because devices cut out their shape. */
const icons = [
  { file: 'icon-192.png', size: 192, opaque: false },
  { file: 'icon-512.png', size: 512, opaque: false },
  { file: 'icon-maskable-512.png', size: 512, opaque: true },
  { file: 'apple-touch-icon.png', size: 180, opaque: true },
];

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write('usage: npm run brand:icons -- BRAND_DIRECTORY…\n');
  process.exit(2);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const folder of folders) {
  const logo = join(folder, 'logo');
  const mark = readFileSync(join(logo, 'mark.svg'), 'base64');
  for (const { file, size, opaque } of icons) {
    const png = await page.evaluate(draw, { mark, size, opaque });
    writeFileSync(join(logo, file), Buffer.from(png, 'base64'));
  }
  process.stdout.write(`${logo}: ${icons.map(({ file }) => file).join(', ')}\n`);
}
await browser.close();

/** Runs in the browser. Opaque icons continue the colour at the middle of the mark's upper edge. */
async function draw({ mark, size, opaque }) {
  const image = new Image(size, size);
  image.src = `data:image/svg+xml;base64,${mark}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, size, size);
  if (opaque) {
    const [r, g, b] = context.getImageData(size / 2, 2, 1, 1).data;
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(0, 0, size, size);
  }
  return canvas.toDataURL('image/png').split(',')[1];
}
