import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { withTexts } from '@/components/ui/SectionErrors/lazySection';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { classes } from '@/components/ui/classes';
import type { Clock } from '@/lib/clock';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { ActionButton } from '../components/Actions';
import { ActionError, Page } from '../components/Page';
import { Tag, Time } from '../components/Values';
import { studioTabs, type StudioTab } from '../model/studio';
import { Conflicts } from './Changes';
import { DraftPreview } from './DraftPreview';
import { PublishButton, Waiting } from './Publish';
import { useContrasts } from './texts';
import { StudioProvider, useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Studio.module.css';

/** The pages of the studio by tab. Each is fetched with its texts when it is opened. */
const pages: Record<StudioTab, ComponentType> = {
  look: lazy(() => withTexts(import('./LookPage'), 'LookPage', 'staffContent')),
  lobby: lazy(() => withTexts(import('./LobbyPage'), 'LobbyPage', 'staffContent')),
  menus: lazy(() => withTexts(import('./MenusPage'), 'MenusPage', 'staffContent')),
  content: lazy(() => withTexts(import('./ContentPage'), 'ContentPage', 'staffContent')),
  texts: lazy(() => withTexts(import('./TextsPage'), 'TextsPage', 'staffContent')),
  history: lazy(() => withTexts(import('./HistoryPage'), 'HistoryPage', 'staffContent')),
};

/** The brand studio: look, lobby, menus, content and texts of a brand in one draft. */
export function StudioRoute({ clock }: { clock?: Clock }) {
  const { t } = useTranslation('staffStudio');
  const { brand = '', tab = 'look' } = useParams();
  const name = useStaff('/brands').data?.find(({ id }) => id === brand)?.name ?? brand;
  const navigate = useNavigate();
  const [previewing, setPreviewing] = useState(false);
  const shown = studioTabs.find((item) => item === tab) ?? 'look';
  const Shown = pages[shown];
  return (
    <Page title={t('title', { name })}>
      <StudioProvider key={brand} brand={brand} clock={clock}>
        <Toolbar previewing={previewing} onPreview={setPreviewing} />
        <Waiting />
        <div className={classes(css.layout, previewing && css.split)}>
          <div className={css.page}>
            <Tabs
              label={t('tabs.label')}
              tabs={studioTabs.map((key) => ({ key, title: t(`tabs.${key}`) }))}
              value={shown}
              onChange={(key) => void navigate(staffPaths.studioTab.to({ brand, tab: key }))}
            >
              <SectionErrors key={shown}>
                <Suspense fallback={<Skeleton height={480} />}>
                  <fieldset className={css.page} aria-label={t(`tabs.${shown}`)}>
                    <Shown />
                  </fieldset>
                  <FocusField />
                </Suspense>
              </SectionErrors>
            </Tabs>
          </div>
          {previewing && <DraftPreview />}
        </div>
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

interface ToolbarProps {
  previewing: boolean;
  onPreview(shown: boolean): void;
}

/** The state of the draft and its actions. */
function Toolbar({ previewing, onPreview }: ToolbarProps) {
  const { t } = useTranslation('staffStudio');
  const { draft, error, state, readOnly, saving } = useStudio();
  const { changes, proposal, scheduled } = state;
  const count = changes.length;
  const failing = useContrasts().failing.length;
  const saved = saving ? (error ? 'unsaved' : 'saving') : 'saved';
  const readOnlyText = readOnly && t(state.read_only ? 'state.readOnly' : 'state.noRight');
  return (
    <>
      <div className={css.toolbar}>
        <div className={css.actions}>
          <span role="status">
            <Tag tone={error ? 'negative' : 'neutral'}>{readOnlyText || t(`state.${saved}`)}</Tag>
          </span>
          <Tag tone={count > 0 ? 'warning' : 'neutral'}>{t('state.changes', { count })}</Tag>
          {failing > 0 && <Tag tone="negative">{t('contrast.failing', { count: failing })}</Tag>}
          {proposal && <Tag tone="info">{t('state.proposed', proposal)}</Tag>}
          {scheduled?.from && (
            <Tag tone="info">
              {t('waiting.from')} <Time at={scheduled.from} />
            </Tag>
          )}
        </div>
        <div className={css.actions}>
          <Button size="small" aria-pressed={previewing} onClick={() => onPreview(!previewing)}>
            {t('preview.title')}
          </Button>
          {!readOnly && <PublishButton />}
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
      {error && (
        <div className={form.form}>
          <ActionError error={error} />
          <div>
            <Button size="small" onClick={() => void draft.retry()}>
              {t('retry')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
