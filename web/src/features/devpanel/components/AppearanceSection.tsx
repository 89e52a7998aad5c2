import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { changeLanguage } from '@/lib/i18n/i18n';
import { isLanguage } from '@/lib/i18n/language';
import { useLanguage } from '@/lib/i18n/useLanguage';
import { useColorMode } from '@/lib/theme/mode';
import { brandAddress, brands } from '../api/brands';
import { PanelSection, ButtonRow } from './PanelSection';

/** Selects brand, language and colour mode. Each brand has its own host. */
export function AppearanceSection() {
  const { t } = useTranslation('devpanel');
  const { language } = useLanguage();
  const { mode, toggle } = useColorMode();
  const { brand, languages } = bootstrap();
  return (
    <PanelSection title={t('looks.title')}>
      <ButtonRow>
        {brands.map((id) => (
          <Button
            key={id}
            size="small"
            disabled={id === brand.id}
            onClick={() => location.assign(brandAddress(id, location.href))}
          >
            {id}
          </Button>
        ))}
      </ButtonRow>
      <ButtonRow>
        {languages.map(({ lang, title }) => (
          <Button
            key={lang}
            size="small"
            lang={lang}
            aria-pressed={lang === language}
            disabled={lang === language}
            onClick={() => isLanguage(lang) && void changeLanguage(lang)}
          >
            {title}
          </Button>
        ))}
        <Button size="small" onClick={toggle}>
          {t(mode === 'dark' ? 'looks.light' : 'looks.dark')}
        </Button>
      </ButtonRow>
    </PanelSection>
  );
}
