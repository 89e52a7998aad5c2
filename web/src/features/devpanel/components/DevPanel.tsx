import { useCallback, useEffect, useState } from 'react';
import { IconExternalLink, IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { changeLanguage } from '@/lib/i18n/i18n';
import { isLanguage, useLanguage } from '@/lib/i18n/language';
import { useColorMode } from '@/lib/theme/mode';
import {
  brandAddress,
  brands,
  consoleAddress,
  useMockCalls,
  useMockModified,
  usePageCalls,
} from '../api/mock';
import { AccountsSection, MailSection } from './AccountsAndMail';
import { FaultsSection, ScenarioSection } from './Modifications';
import { ButtonRow, PanelSection } from './PanelSection';
import { SnapshotSection, WorldSection } from './WorldSection';
import css from './DevPanel.module.css';
import callsSectionCss from './CallsSection.module.css';

const tabs = ['player', 'scenario', 'world', 'mail', 'calls'] as const;
type Tab = (typeof tabs)[number];

/** The developer panel, which the site shows only if the mock's control API is enabled. */
export function DevPanel() {
  const { t } = useTranslation('devpanel');
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState<Tab>('player');
  const modified = useMockModified();
  const close = useCallback(() => setOpen(false), []);
  useShortcut(useCallback(() => setOpen((current) => !current), []));
  return (
    <>
      <IconButton
        className={css.button}
        data-modified={modified || undefined}
        variant="secondary"
        label={t(modified ? 'openModified' : 'open')}
        icon={<IconFlask size={16} />}
        onClick={() => setOpen(true)}
      />
      <Drawer open={open} onClose={close} title={t('title')} side="end">
        <div className={css.tabs}>
          <Tabs
            label={t('title')}
            tabs={tabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
            value={tab}
            onChange={setTab}
          >
            <div className={css.sections}>
              <TabContent tab={tab} onLogin={close} />
            </div>
          </Tabs>
        </div>
      </Drawer>
    </>
  );
}

function TabContent({ tab, onLogin }: { tab: Tab; onLogin(): void }) {
  switch (tab) {
    case 'player':
      return (
        <>
          <AccountsSection onLogin={onLogin} />
          <AppearanceSection />
        </>
      );
    case 'scenario':
      return (
        <>
          <ScenarioSection />
          <FaultsSection />
        </>
      );
    case 'world':
      return (
        <>
          <WorldSection />
          <SnapshotSection />
        </>
      );
    case 'mail':
      return <MailSection />;
    case 'calls':
      return <CallsSection />;
  }
}

/** Toggles the panel with Ctrl+Shift+D. */
function useShortcut(toggle: () => void) {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyD') return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [toggle]);
}

/** Selects brand, language and colour mode. Each brand has its own host. */
function AppearanceSection() {
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

/** The page's last calls with their cache status, and the last calls of the mock platform. */
function CallsSection() {
  const { t } = useTranslation('devpanel');
  const pageCalls = usePageCalls();
  const mockCalls = useMockCalls() ?? [];
  return (
    <PanelSection
      title={t('calls.title')}
      aside={
        <a
          className={callsSectionCss.reference}
          href={consoleAddress}
          target="_blank"
          rel="noopener"
        >
          {t('calls.reference')}
          <IconExternalLink size={14} aria-hidden="true" />
        </a>
      }
    >
      <h4 className={callsSectionCss.subtitle}>{t('calls.page')}</h4>
      <ol className={callsSectionCss.list}>
        {pageCalls.map(({ id, name, cache, status, requestId, ms }) => (
          <li key={id} className={callsSectionCss.call} title={requestId}>
            <code>{name}</code>
            <span data-failed={status >= 400 || undefined}>{status}</span>
            <span data-cache={cache || undefined}>{cache || '–'}</span>
            <span>{t('calls.ms', { ms: ms.toFixed(0) })}</span>
          </li>
        ))}
      </ol>
      <h4 className={callsSectionCss.subtitle}>{t('calls.mock')}</h4>
      <ol className={callsSectionCss.list}>
        {mockCalls.map(({ at, class: group, method, data, ms, outcome }, index) => (
          <li key={`${at}${index}`}>
            <details>
              <summary className={callsSectionCss.call}>
                <code>{`${group}/${method}`}</code>
                <span data-failed={outcome !== 'ok' || undefined}>{outcome}</span>
                <span>{t('calls.ms', { ms: ms.toFixed(1) })}</span>
              </summary>
              <pre className={callsSectionCss.data}>{JSON.stringify(data, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}
