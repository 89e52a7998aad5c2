import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { Hero } from '../components/Hero/Hero';
import { LobbySection } from '../components/LobbySection';
import { leadSection, showsSlots } from '../model/sections';

const LobbyPopup = lazy(() => loadWhenIdle(() => import('../components/LobbyPopup')));

/** `/`: the hero and the sections of the brand's lobby in their order. */
export function HomeRoute() {
  const { t } = useTranslation('lobby');
  const { brand, lobby } = bootstrap();
  const lead = leadSection(lobby);
  const firstSlots = lobby.find(showsSlots);
  usePageTitle();
  return (
    <>
      <h1 className="visually-hidden">{t('title', { brand: brand.name })}</h1>
      <SectionErrors>
        <Hero />
      </SectionErrors>
      {lobby.map((name) => (
        <SectionErrors key={name}>
          <LobbySection name={name} lead={name === lead} firstSlots={name === firstSlots} />
        </SectionErrors>
      ))}
      <SectionErrors of="nothing">
        <Suspense fallback={null}>
          <LobbyPopup />
        </Suspense>
      </SectionErrors>
    </>
  );
}
