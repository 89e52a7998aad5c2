import { useState } from 'react';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Button } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useLimitsSelfExclude } from '@/contracts/hooks/limits';
import type { SelfExcludeRequest } from '@/contracts/types';
import { toastSuccess } from '@/lib/toast/store';
import { refreshLimits } from '../model/refreshLimits';
import css from './Form.module.css';

const requests = {
  months_6: { months: 6 },
  months_12: { months: 12 },
  months_60: { months: 60 },
  forever: { forever: true },
} satisfies Record<string, SelfExcludeRequest>;

const lengths = ['months_6', 'months_12', 'months_60', 'forever'] as const;

/** Begins a self-exclusion, or a longer one. As it cannot be shortened, the player is asked before. */
export function ExclusionPanel() {
  const { t } = useTranslation(['limits', 'errors']);
  const [selected, setSelected] = useState<(typeof lengths)[number]>();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, busy, error } = useLimitsSelfExclude({
    suppressToast: true,
    onSuccess: async () => {
      await refreshLimits();
      toastSuccess(t('exclusion.started'));
      close();
    },
  });
  const title = t('exclusion.title');
  return (
    <Panel icon={<IconBan size={22} />} title={title} text={t('exclusion.text')}>
      <div className={css.choices} role="group" aria-label={title}>
        {lengths.map((length) => (
          <Chip key={length} selected={selected === length} onClick={() => setSelected(length)}>
            {t(`exclusion.${length}`)}
          </Chip>
        ))}
      </div>
      <Button disabled={!selected} onClick={() => setAsking(true)}>
        {t('exclusion.start')}
      </Button>
      {selected && (
        <Dialog
          open={asking}
          onClose={close}
          title={t('exclusion.question', { length: t(`exclusion.${selected}`) })}
        >
          <div className={css.step}>
            <p>{t('exclusion.text')}</p>
            {error && (
              <p className={css.error} role="alert">
                {error.message || t('errors:failure')}
              </p>
            )}
            <Button
              variant="danger"
              fullWidth
              busy={busy}
              onClick={() => void run(requests[selected])}
            >
              {t('exclusion.start')}
            </Button>
            <Button variant="subtle" fullWidth onClick={close}>
              {t('cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}
