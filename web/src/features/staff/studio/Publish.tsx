import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Area, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useNow } from '@/lib/clock';
import { staffPaths } from '@/lib/paths/staff';
import { useStaffAction } from '../api/client';
import { useMe } from '../api/login';
import { decideProposal, publish } from '../api/studio';
import { ActionButton, ConfirmDialog } from '../components/Actions';
import { By, Time } from '../components/Values';
import { notifyDone } from '../hooks/page';
import { maybeSamePerson } from '../model/accounts';
import { idOf, tabOf } from '../model/studio';
import { Changes } from './Changes';
import { useContrasts, useValueTexts } from './texts';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Studio.module.css';

const noInput = { note: '', from: '' };

/** Publishes the draft after a look at its changes, now or later, or proposes it. */
export function PublishButton() {
  const { t } = useTranslation('staffStudio');
  const { brand, state, run } = useStudio();
  const { changes, faults, proposal, scheduled, two_people: needsApproval } = state;
  const [open, setOpen] = useState(false);
  const [{ note, from }, setInput] = useState(noInput);
  const blocked = useContrasts().failing.length > 0 || faults.length > 0;
  const action = needsApproval ? 'propose' : from ? 'schedule' : 'publish';
  const change = useStaffAction(async () => {
    const time = from ? new Date(from).toISOString() : undefined;
    await run(publish(brand, { note: note.trim() || undefined, from: time }));
    notifyDone(t(`publish.done.${action}`));
    setOpen(false);
    setInput(noInput);
  });
  return (
    <>
      <Button size="small" variant="primary" onClick={() => setOpen(true)}>
        {t('publish.action')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('publish.title')}
        ready={!blocked && changes.length > 0 && !proposal && !scheduled}
        submit={t(`publish.${action}`)}
        danger={false}
        change={change}
        onConfirm={() => void change.run()}
        onClose={() => setOpen(false)}
      >
        {blocked && <DraftFaults onLeave={() => setOpen(false)} />}
        {(proposal ?? scheduled) && <p>{t('publish.waits')}</p>}
        <Changes changes={changes} />
        <Area
          label={t('publish.note')}
          maxLength={500}
          value={note}
          onChange={({ target }) => setInput({ note: target.value, from })}
        />
        <Field
          label={t('publish.from')}
          hint={t('publish.fromHint')}
          type="datetime-local"
          value={from}
          onChange={({ target }) => setInput({ note, from: target.value })}
        />
      </ConfirmDialog>
    </>
  );
}

/** The faults that prevent a publication of the draft, with links to the fields. */
function DraftFaults({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation('staffStudio');
  const { brand, state } = useStudio();
  const { failing } = useContrasts();
  const { faultText } = useValueTexts();
  const others = state.faults
    .filter(({ field }) => !failing.some((pair) => pair.field === field))
    .map((fault) => ({ field: fault.field, text: faultText(fault, true) }));
  return (
    <div role="alert" className={css.faults}>
      <p>{t('publish.faults')}</p>
      <ul className={css.list}>
        {[...failing, ...others].map(({ field, text }, index) => {
          const pathname = staffPaths.studioTab.to({ brand, tab: tabOf(field) });
          return (
            <li key={index}>
              <Link to={{ pathname, hash: idOf(field) }} onClick={onLeave}>
                {text}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The waiting publication: a proposal or a scheduled one, with its changes and the decision. */
export function Waiting() {
  const { t } = useTranslation('staffStudio');
  const { brand, state, run, readOnly } = useStudio();
  const { name } = useMe();
  const { faultText } = useValueTexts();
  const now = useNow(30_000);
  const waiting = state.proposal ?? state.scheduled;
  if (!waiting) return null;
  const { revision, by, at, from, note, changes, faults } = waiting;
  const own = state.two_people && maybeSamePerson(by, name);
  const isLate = from && Date.parse(from) <= now;
  const kind = !state.proposal ? 'scheduled' : isLate ? 'failed' : 'proposal';
  const decide = (action: 'approve' | 'withdraw') => () =>
    run(decideProposal(brand, action, revision));
  return (
    <Panel dense title={t(`waiting.${kind}`)}>
      <div className={form.form}>
        <p>
          <By who={by} at={at} />
        </p>
        {from && (
          <p>
            {t('waiting.from')} <Time at={from} />
          </p>
        )}
        {note && <p>{note}</p>}
        {faults.length > 0 && (
          <div role="alert" className={css.faults}>
            <p>{t('waiting.faults')}</p>
            <ul className={css.list}>
              {faults.map((fault, index) => (
                <li key={index}>{faultText(fault, true)}</li>
              ))}
            </ul>
          </div>
        )}
        <Changes changes={changes} />
        {state.proposal && own && <p className={form.dim}>{t('waiting.own')}</p>}
        {!readOnly && (
          <div className={form.actions}>
            {state.proposal && !own && (
              <ActionButton variant="primary" action={decide('approve')}>
                {t('waiting.approve')}
              </ActionButton>
            )}
            <ActionButton action={decide('withdraw')}>
              {t(state.proposal && !own ? 'waiting.reject' : 'waiting.withdraw')}
            </ActionButton>
          </div>
        )}
      </div>
    </Panel>
  );
}
