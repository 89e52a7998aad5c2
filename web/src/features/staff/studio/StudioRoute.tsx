import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { loadNamespace } from '@/lib/i18n/i18n';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { ActionButton } from '../components/Actions';
import { ActionError, Page } from '../components/Page';
import { Tag, Time } from '../components/Values';
import { studioTabs, type StudioTab } from '../model/studio';
import { Conflicts } from './Conflicts';
import { StudioProvider, useDraft, useStudio } from './useStudio';
import css from './Studio.module.css';

/** Creates a page of the studio that is fetched when it is opened, with the texts that it needs. */
const page = (load: () => Promise<ComponentType>, ...namespaces: string[]) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), ...namespaces.map(loadNamespace)]);
    return { default: component };
  });

/** The pages of the studio. Tabs without a page do not appear. */
const pages: Partial<Record<StudioTab, ComponentType>> = {
  look: page(() => import('./LookPage').then((module) => module.LookPage)),
};
const tabs = studioTabs.filter((tab) => pages[tab]);

/** The brand studio: look, lobby, menus, content and texts of a brand in one draft. */
export function StudioRoute() {
  const { t } = useTranslation('staffStudio');
  const { brand = '', tab = 'look' } = useParams();
  const name = useStaff('/brands').data?.find(({ id }) => id === brand)?.name ?? brand;
  const navigate = useNavigate();
  const shown = tabs.find((item) => item === tab) ?? 'look';
  const Shown = pages[shown];
  return (
    <Page title={t('title', { name })}>
      <StudioProvider key={brand} brand={brand}>
        <Toolbar />
        <Tabs
          label={t('tabs.label')}
          tabs={tabs.map((key) => ({ key, title: t(`tabs.${key}`) }))}
          value={shown}
          onChange={(key) => void navigate(staffPaths.studioTab.to({ brand, tab: key }))}
        >
          <Suspense fallback={<Skeleton height={480} />}>
            {Shown && <Shown />}
            <FocusField />
          </Suspense>
        </Tabs>
        <Conflicts />
      </StudioProvider>
    </Page>
  );
}

/** Moves the focus to the field that the address names. */
function FocusField() {
  const { hash, key } = useLocation();
  useEffect(() => {
    const element = hash && document.getElementById(hash.slice(1));
    if (!element) return;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }, [hash, key]);
  return null;
}

/** The state of the draft and its actions. */
function Toolbar() {
  const { t } = useTranslation('staffStudio');
  const { draft, error } = useDraft();
  const { state, readOnly } = useStudio();
  const count = state.changes.length;
  return (
    <>
      <div className={css.toolbar}>
        <DraftState />
        <div className={css.actions}>
          {!readOnly && count > 0 && (
            <ActionButton
              size="small"
              variant="subtle"
              action={draft.discard}
              ask={{ title: t('discard.title'), text: t('discard.text', { count }) }}
            >
              {t('discard.action')}
            </ActionButton>
          )}
        </div>
      </div>
      <ActionError error={error} />
      {error && (
        <div>
          <Button size="small" onClick={() => void draft.retry()}>
            {t('retry')}
          </Button>
        </div>
      )}
    </>
  );
}

function DraftState() {
  const { t } = useTranslation('staffStudio');
  const { error } = useDraft();
  const { state, readOnly, saving } = useStudio();
  const { changes, proposal, scheduled } = state;
  return (
    <div className={css.states}>
      {readOnly && <Tag>{t(state.read_only ? 'state.readOnly' : 'state.noRight')}</Tag>}
      {!readOnly && (
        <span role="status">
          <Tag tone={error ? 'negative' : saving ? 'info' : 'positive'}>
            {t(error && saving ? 'state.unsaved' : saving ? 'state.saving' : 'state.saved')}
          </Tag>
        </span>
      )}
      <Tag tone={changes.length > 0 ? 'warning' : 'neutral'}>
        {t('state.changes', { count: changes.length })}
      </Tag>
      {proposal && <Tag tone="warning">{t('state.proposed', { by: proposal.by })}</Tag>}
      {scheduled?.from && (
        <Tag tone="info">
          {t('state.scheduled')} <Time at={scheduled.from} />
        </Tag>
      )}
    </div>
  );
}
