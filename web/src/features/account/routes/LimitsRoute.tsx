import {
  IconLifebuoy,
  IconHistory,
  IconHourglass,
  IconBan,
  IconClock,
  IconCoffee,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirmation } from '@/components/confirmation/Confirmation';
import { exclusionMonths, refreshLimits } from '@/components/limits/limits';
import { Chip } from '@/components/ui/Chip/Chip';
import type { LimitChange, RealityCheckMinutes } from '@/contracts/types';
import { breakDialog } from '@/lib/break/breakDialog';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { Panel } from '@/components/ui/Panel/Panel';
import { ButtonLink, Button } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import {
  useLimitsGet,
  useLimitsHistory,
  useLimitsRealityCheck,
  useLimitsSelfExclude,
} from '@/contracts/hooks/limits';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { readReminders, saveReminders, sessionChoices } from '@/lib/reminders/reminders';
import { toastFailure, toastSuccess } from '@/lib/toast/store';
import { LimitsPanel } from '../components/LimitsPanel';
import css from '../components/Limits.module.css';
import form from '../components/Form.module.css';

/** The enforced limits, breaks and self-exclusions with their history, and a local reminder. */
export function LimitsRoute() {
  const { t } = useTranslation('limits');
  usePageTitle(t('title'));
  const { data, error, reload } = useLimitsGet();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <div className={css.page}>
        <p className={css.note}>{t('rules')}</p>
        {data ? (
          <>
            {data.kinds.map((kind) => (
              <LimitsPanel key={kind} kind={kind} limits={data.limits} />
            ))}
            <RealityCheckPanel minutes={data.reality_check_minutes} />
            <BreakPanel />
            <ExclusionPanel />
            <LimitsHistory />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <ListSkeleton count={8} height={220} />
        )}
        {(data ?? error) && (
          <>
            <p className={css.note}>{t('note')}</p>
            <RemindersForm />
            <Panel icon={<IconLifebuoy size={22} />} title={t('help.title')} text={t('help.text')}>
              <div className={css.actions}>
                <ButtonLink to={paths.info.to({ key: 'ResponsibleGaming' })}>
                  {t('help.read')}
                </ButtonLink>
                <ButtonLink variant="subtle" to={paths.contact.to()}>
                  {t('help.contact')}
                </ButtonLink>
              </div>
            </Panel>
          </>
        )}
      </div>
    </>
  );
}

/** Lists the changes of the player's limits, breaks and self-exclusions. */
function LimitsHistory() {
  const { t } = useTranslation('limits');
  const { data, error, reload } = useLimitsHistory();
  return (
    <Panel icon={<IconHistory size={22} />} title={t('history.title')} text={t('history.text')}>
      {data && data.length > 0 ? (
        <ol className={css.history}>
          {data.map((change, index) => (
            <Entry key={`${change.at} ${index}`} change={change} />
          ))}
        </ol>
      ) : data ? (
        <p className={css.note}>{t('history.empty')}</p>
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <ListSkeleton />
      )}
    </Panel>
  );
}

function Entry({ change: limitChange }: { change: LimitChange }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const forever = limitChange.change === 'exclusion' && limitChange.until === null;
  const value =
    limitChange.minutes !== undefined
      ? t('minutes', { count: limitChange.minutes })
      : limitChange.amount !== undefined
        ? format.money(limitChange.amount)
        : '';
  const text = t(forever ? 'history.exclusionForever' : `history.${limitChange.change}`, {
    kind: limitChange.kind ? t(`kinds.${limitChange.kind}.title`) : '',
    period: limitChange.period ? t(`limit.${limitChange.period}`) : '',
    value,
    until: limitChange.until ? format.date(limitChange.until) : '',
  });
  return (
    <li>
      <span>{text}</span>
      <span className={css.note}>
        {format.date(limitChange.at) +
          (limitChange.by === 'staff' ? ` · ${t('history.staff')}` : '')}
      </span>
    </li>
  );
}

/** Sets a reminder of the time on the site, which only this browser stores. */
function RemindersForm() {
  const { t } = useTranslation('limits');
  const [reminders, setReminders] = useState(readReminders);
  const select = (session: number) => {
    setReminders({ session });
    if (saveReminders({ session })) toastSuccess(t('saved'));
    else toastFailure(t('notSaved'));
  };
  return (
    <Panel icon={<IconHourglass size={22} />} title={t('session.title')} text={t('session.text')}>
      <div className={form.choices} role="group" aria-label={t('session.title')}>
        {sessionChoices.map((minutes) => (
          <Chip
            key={minutes}
            selected={reminders.session === minutes}
            onClick={() => select(minutes)}
          >
            {minutes === 0 ? t('never') : t('minutes', { count: minutes })}
          </Chip>
        ))}
      </div>
    </Panel>
  );
}

const choices: readonly RealityCheckMinutes[] = [15, 30, 60];

/** Selects the interval of the reality check, which the server stores. */
function RealityCheckPanel({ minutes }: { minutes: RealityCheckMinutes }) {
  const { t } = useTranslation('limits');
  const { run, busy } = useLimitsRealityCheck({
    onSuccess: async () => {
      await refreshLimits();
      toastSuccess(t('reality.saved'));
    },
  });
  return (
    <Panel icon={<IconClock size={22} />} title={t('reality.title')} text={t('reality.text')}>
      <div className={form.choices} role="group" aria-label={t('reality.title')}>
        {choices.map((choice) => (
          <Chip
            key={choice}
            selected={choice === minutes}
            aria-disabled={busy}
            onClick={() => void run({ minutes: choice })}
          >
            {t('minutes', { count: choice })}
          </Chip>
        ))}
      </div>
    </Panel>
  );
}

/** Explains breaks and opens the dialog that starts or extends a break. */
function BreakPanel() {
  const { t } = useTranslation('limits');
  return (
    <Panel icon={<IconCoffee size={22} />} title={t('break.title')} text={t('break.text')}>
      <Button onClick={() => breakDialog.set(true)}>{t('break.start')}</Button>
    </Panel>
  );
}

const exclusions = [...exclusionMonths, 'forever'] as const;
type Exclusion = (typeof exclusions)[number];

const exclusionKey = (length: Exclusion) =>
  length === 'forever' ? 'exclusion.forever' : (`exclusion.months_${length}` as const);

/** Starts or extends a self-exclusion after a confirmation, because players cannot shorten it. */
function ExclusionPanel() {
  const { t } = useTranslation('limits');
  const [selected, setSelected] = useState<Exclusion>();
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
      <div className={form.choices} role="group" aria-label={title}>
        {exclusions.map((length) => (
          <Chip key={length} selected={selected === length} onClick={() => setSelected(length)}>
            {t(exclusionKey(length))}
          </Chip>
        ))}
      </div>
      <Button disabled={!selected} onClick={() => setAsking(true)}>
        {t('exclusion.start')}
      </Button>
      {selected && asking && (
        <Confirmation
          title={t('exclusion.question', { length: t(exclusionKey(selected)) })}
          onClose={close}
          start={t('exclusion.start')}
          busy={busy}
          error={error}
          onStart={() =>
            void run(selected === 'forever' ? { forever: true } : { months: selected })
          }
          cancel={t('cancel')}
        >
          <p>{t('exclusion.text')}</p>
        </Confirmation>
      )}
    </Panel>
  );
}
