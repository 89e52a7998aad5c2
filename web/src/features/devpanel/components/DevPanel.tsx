import { useCallback, useEffect, useState } from 'react';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Drawer, IconButton } from '@/components/ui';
import { AccountsPart } from './AccountsPart';
import { CallsPart } from './CallsPart';
import { LooksPart } from './LooksPart';
import { ScenarioPart } from './ScenarioPart';
import { WorldPart } from './WorldPart';
import css from './DevPanel.module.css';

/** What a developer wants at hand beside the mock: shown only where its control surface is on. */
export function DevPanel() {
  const { t } = useTranslation('devpanel');
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useShortcut(useCallback(() => setOpen((was) => !was), []));
  return (
    <>
      <IconButton
        className={css.button}
        look="secondary"
        label={t('open')}
        icon={<IconFlask size={20} />}
        onClick={() => setOpen(true)}
      />
      <Drawer open={open} onClose={close} title={t('title')} side="end">
        <div className={css.parts}>
          <AccountsPart onLogin={close} />
          <ScenarioPart />
          <WorldPart />
          <LooksPart />
          <CallsPart />
        </div>
      </Drawer>
    </>
  );
}

/** Ctrl+Shift+D. */
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
