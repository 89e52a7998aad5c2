import type { CacheScope } from '@/contracts/keys';
import { bootstrap } from '../bootstrap/bootstrap';
import { useLanguage } from '../i18n/useLanguage';
import { usePlayer } from '../session/useSession';

/** Returns the scope of cached responses and renders again when it changes. */
export function useCacheScope(): CacheScope {
  const { language } = useLanguage();
  const player = usePlayer()?.profile.uid ?? '';
  return { brand: bootstrap().brand.id, language, player };
}
