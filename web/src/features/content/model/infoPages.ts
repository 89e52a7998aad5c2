import { infoKeys, paths, type InfoKey } from '@/lib/paths/paths';

/** The information pages with their addresses, in menu order. */
export const infoPages = (Object.keys(infoKeys) as InfoKey[]).map((key) => ({
  key,
  to: key === 'AboutUs' ? paths.aboutUs.to() : paths.info.to({ key }),
}));
