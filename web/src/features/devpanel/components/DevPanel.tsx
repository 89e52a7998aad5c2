import { useCallback, useEffect, useState } from 'react';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Drawer, IconButton, Tabs } from '@/components/ui';
import { useMockModified } from '../api/useMock';
import { AccountsPart } from './AccountsPart';
import { CallsPart } from './CallsPart';
import { FaultsPart } from './FaultsPart';
import { LooksPart } from './LooksPart';
import { MailPart } from './MailPart';
import { ScenarioPart } from './ScenarioPart';
import { SnapshotPart } from './SnapshotPart';
import { WorldPart } from './WorldPart';
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
  useShortcut(useCallback(() => setOpen((was) => !was), []));
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
            <div className={css.parts}>
              <Content tab={tab} onLogin={close} />
            </div>
          </Tabs>
        </div>
      </Drawer>
    </>
  );
}

function Content({ tab, onLogin }: { tab: Tab; onLogin(): void }) {
  switch (tab) {
    case 'player':
      return (
        <>
          <AccountsPart onLogin={onLogin} />
          <LooksPart />
        </>
      );
    case 'scenario':
      return (
        <>
          <ScenarioPart />
          <FaultsPart />
        </>
      );
    case 'world':
      return (
        <>
          <WorldPart />
          <SnapshotPart />
        </>
      );
    case 'mail':
      return <MailPart />;
    case 'calls':
      return <CallsPart />;
  }
}

/** Toggles the panel with Ctrl+Shift+D. */
function useShortcut(toggle: () => void) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyD') return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [toggle]);
}
