import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import type { PlayerBreak, PlayerExclusion } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import css from './BreakDialog.module.css';
import { RestrictionEnd } from './RestrictionLine';

interface RunningBreakProps {
  current: PlayerBreak | undefined;
  /** The self-exclusion in force; it counts before a break. */
  exclusion: PlayerExclusion | undefined;
  onClose(): void;
}

/** The content of BreakDialog during a break or a self-exclusion: until when it holds, and what stays open. */
export function RunningBreak({ current, exclusion, onClose }: RunningBreakProps) {
  const { t } = useTranslation('break');
  const kind = exclusion ? 'exclusion' : 'break';
  return (
    <div className={css.step}>
      <p className={css.running} role="status">
        <RestrictionEnd kind={kind} until={(exclusion ?? current)?.until ?? null} />
      </p>
      <p>{t('fact.open')}</p>
      <Button variant="primary" fullWidth data-autofocus onClick={onClose}>
        {t('close')}
      </Button>
      <ButtonLink variant="subtle" fullWidth to={paths.profileLimits.to()} onClick={onClose}>
        {t('limits')}
      </ButtonLink>
    </div>
  );
}
