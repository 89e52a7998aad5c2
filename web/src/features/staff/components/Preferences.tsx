import { useTranslation } from 'react-i18next';
import { staffLanguages } from '@/lib/i18n/language';
import { useStore } from '@/lib/store/store';
import { look, looks, setLanguage } from '../model/settings';
import { Segments } from './Segments';
import css from './Preferences.module.css';

/** The language and the colour mode of the console. */
export function Preferences() {
  const { t, i18n } = useTranslation('staff');
  const chosen = useStore({ get: () => look.get(), subscribe: look.subscribe });
  return (
    <div className={css.preferences}>
      <Segments
        label={t('settings.language')}
        value={staffLanguages.find((item) => item === i18n.language) ?? 'en'}
        options={staffLanguages.map((value) => ({
          value,
          label: t(`settings.languages.${value}`),
        }))}
        onChange={(language) => void setLanguage(language)}
      />
      <Segments
        label={t('settings.look')}
        value={chosen}
        options={looks.map((value) => ({ value, label: t(`settings.looks.${value}`) }))}
        onChange={(next) => look.set(next)}
      />
    </div>
  );
}
