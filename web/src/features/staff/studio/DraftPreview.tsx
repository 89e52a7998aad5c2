import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { systemClock } from '@/lib/clock';
import { useStaffAction } from '../api/client';
import { createPreview } from '../api/studio';
import { ActionError } from '../components/Page';
import { Frame, SizeChoice } from '../components/Preview';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';

/** The interval of new passes, which the server accepts for an hour. */
const passMs = 50 * 60_000;

/** Shows the preview, which is above the form on narrow screens. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The site of the draft in a frame, which reloads after each saved change. */
export function DraftPreview() {
  const { t } = useTranslation('staffStudio');
  const { brand, state } = useStudio();
  const [size, setSize] = useState<'phone' | 'desktop'>('phone');
  const [pass, setPass] = useState<{ link: string; frame: string }>();
  const create = useCallback(async () => setPass(await createPreview(brand)), [brand]);
  const { run, error } = useStaffAction(create);
  useEffect(() => {
    void run();
    return systemClock.interval(passMs, () => void run());
  }, [run]);
  const title = t('preview.title');
  return (
    <Panel
      dense
      title={title}
      aside={pass && <CopyButton text={pass.link} label={t('preview.link')} />}
    >
      <div ref={show} className={form.form}>
        <SizeChoice value={size} onChange={setSize} />
        <ActionError error={error} />
        {pass && <Frame key={state.revision} size={size} title={title} src={pass.frame} />}
      </div>
    </Panel>
  );
}
