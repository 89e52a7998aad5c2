import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useStaffAction } from '../api/client';
import { changesOf, revert } from '../api/studio';
import { ConfirmDialog } from '../components/Actions';
import { ActionError } from '../components/Page';
import { Table, Time } from '../components/Values';
import { notifyDone } from '../hooks/page';
import type { StudioChange } from '../model/studio';
import { Changes } from './Changes';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';

/** The publications of a brand with their changes. Each can be published again. */
export function HistoryPage() {
  const { t } = useTranslation('staffStudio');
  const { t: staff } = useTranslation('staff');
  const { brand, state, readOnly, run } = useStudio();
  const { version: current, history, two_people: needsApproval } = state;
  /** The changes of a version, or those that publish it again. */
  const [shown, setShown] = useState<{
    version: number;
    again: boolean;
    list: readonly StudioChange[];
  }>();
  const close = () => setShown(undefined);
  const show = useStaffAction(async (version: number, again: boolean) => {
    setShown({ version, again, list: await changesOf(brand, version, again || undefined) });
  });
  const publishAgain = useStaffAction(async (version: number) => {
    await run(revert(brand, version));
    notifyDone(t(`publish.done.${needsApproval ? 'propose' : 'publish'}`));
    close();
  });
  const rows = [
    ...history.map(({ approved_by: second, note, of, ...row }) => ({
      ...row,
      who: [row.by, second].filter(Boolean).join(', '),
      text: note ?? (of === undefined ? '' : t('history.again', { version: of })),
    })),
    { version: 0, at: '', who: '', text: t('history.files'), changes: 0 },
  ];
  const isOffered = (version: number, again: boolean) =>
    again ? version !== current && !readOnly : version > 0;
  return (
    <>
      <ActionError error={show.error} />
      <Table
        label={t('tabs.history')}
        rows={rows}
        keyOf={({ version }) => String(version)}
        columns={[
          { title: t('history.version'), cell: ({ version }) => version, end: true },
          { title: t('history.at'), cell: ({ at }) => at && <Time at={at} /> },
          { title: t('history.by'), cell: ({ who }) => who },
          { title: t('publish.note'), cell: ({ text }) => text, wide: true },
          {
            title: staff('actions'),
            cell: ({ version }) => (
              <div className={form.actions}>
                {[false, true]
                  .filter((again) => isOffered(version, again))
                  .map((again) => (
                    <Button
                      key={String(again)}
                      size="small"
                      aria-label={t(again ? 'history.revertTo' : 'history.changesOf', { version })}
                      onClick={() => void show.run(version, again)}
                    >
                      {t(again ? 'history.revert' : 'publish.changes')}
                    </Button>
                  ))}
              </div>
            ),
          },
        ]}
      />
      {shown && !shown.again && (
        <Dialog open title={t('history.changesOf', { version: shown.version })} onClose={close}>
          <Changes changes={shown.list} />
        </Dialog>
      )}
      {shown?.again && (
        <ConfirmDialog
          open
          title={t('history.revertTo', { version: shown.version })}
          submit={t('history.revert')}
          change={publishAgain}
          onConfirm={() => void publishAgain.run(shown.version)}
          onClose={close}
        >
          <p>{t('history.revertText')}</p>
          <Changes changes={shown.list} />
        </ConfirmDialog>
      )}
    </>
  );
}
