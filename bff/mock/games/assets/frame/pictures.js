// Pictures in SVG files, whose parts the pages move and whose colours are the theme's.

/** loadPicture fetches an SVG file of a folder and returns its root element. */
export async function loadPicture(file, folder) {
  const source = await (await fetch(new URL(file, folder))).text();
  return document.importNode(
    new DOMParser().parseFromString(source, 'image/svg+xml').documentElement,
    true,
  );
}
