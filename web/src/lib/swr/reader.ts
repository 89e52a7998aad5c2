import type { Reader } from '@/contracts/keys';
import { bootstrap } from '../bootstrap';
import { useLanguage } from '../i18n';
import { usePlayer } from '../session/useSession';

/** Who looks at the page now, as far as answers differ by it; the component renders again when it changes. */
export function useReader(): Reader {
  const { language } = useLanguage();
  const player = usePlayer()?.profile.uid ?? '';
  return { brand: bootstrap().brand.id, language, player };
}
