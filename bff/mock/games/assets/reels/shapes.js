// The motifs that slot symbols are made of. Each is drawn in a 100 × 100 box from the inks
// it is given: f and g are gradient fills (main and second colour), d and e their dark
// edges, l and m their light tones.
import { nature } from './motifs/nature.js';
import { town } from './motifs/town.js';
import { treasure } from './motifs/treasure.js';

/** shapes are all motifs by name. */
export const shapes = { ...nature, ...town, ...treasure };
