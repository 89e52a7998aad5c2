import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaffAction } from '../api/client';
import { createPreview } from '../api/studio';
import { Segments } from '../components/Fields';
import { ActionError } from '../components/Page';
import { Frame } from '../components/Preview';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';

/** The site of the draft in a frame, which reloads after each saved change. */
export function DraftPreview() {
  const { t } = useTranslation('staffStudio');
  const { t: staff } = useTranslation('staff');
  const { brand, state } = useStudio();
  const [size, setSize] = useState<'phone' | 'desktop'>('phone');
  const [pass, setPass] = useState<{ link: string; frame: string }>();
  const { run, error } = useStaffAction(async () => setPass(await createPreview(brand)));
  // A pass shows the draft for an hour. A new revision may come later, so it gets a new pass.
  useEffect(() => void run(), [run, brand, state.revision]);
  const sizes = (['phone', 'desktop'] as const).map((value) => ({
    value,
    label: staff(`preview.sizes.${value}`),
  }));
  return (
    <Panel
      dense
      title={t('preview.title')}
      aside={pass && <CopyButton text={pass.link} label={t('preview.link')} />}
    >
      <div className={form.form}>
        <Segments
          label={staff('preview.size')}
          value={size}
          options={sizes}
          onChange={(next) => setSize(next)}
        />
        <ActionError error={error} />
        {pass && <Frame key={pass.frame} size={size} title={t('preview.title')} src={pass.frame} />}
      </div>
    </Panel>
  );
}
