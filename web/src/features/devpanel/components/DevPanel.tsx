import { useCallback, useEffect, useState } from 'react';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { useMockModified } from '../api/useMock';
import { AccountsSection } from './AccountsSection';
import { CallsSection } from './CallsSection';
import { FaultsSection } from './FaultsSection';
import { AppearanceSection } from './AppearanceSection';
import { MailSection } from './MailSection';
import { ScenarioSection } from './ScenarioSection';
import { SnapshotSection } from './SnapshotSection';
import { WorldSection } from './WorldSection';
import css from './DevPanel.module.css';

const tabs = ['player', 'scenario', 'world', 'mail', 'calls'] as const;
type Tab = (typeof tabs)[number];

/** The developer panel, shown only where the mock's control API is enabled. */
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
