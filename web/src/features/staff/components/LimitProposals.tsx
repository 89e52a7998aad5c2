import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useNow } from '@/lib/clock';
import { useStaffAction } from '../api/client';
import { useMe } from '../api/login';
import { approveLoosening, rejectLoosening, type ProposalId, type PlayerId } from '../api/players';
import { useDates, useLimitTexts } from '../hooks/texts';
import { decisionOf, type LimitProposal, type PlayerLimits } from '../model/limits';
import { ActionButton, ConfirmDialog } from './Actions';
import { By, Facts, Time } from './Values';
import css from './Form.module.css';

interface LimitProposalsProps {
  player: PlayerId;
  limits: PlayerLimits;
  /** Whether the account can decide about proposals. */
  may: boolean;
}

/** The proposals to loosen limits. Another account approves a proposal after its wait. */
export function LimitProposals({ player, limits, may }: LimitProposalsProps) {
  const { t } = useTranslation('staffPages');
  if (limits.proposals.length === 0) return null;
  return (
    <>
      <h3>{t('limits.proposals')}</h3>
      {limits.proposals.map((item) => (
        <Proposal
          key={`${item.subject}/${item.kind}/${item.period}`}
          player={player}
          proposal={item}
          currency={limits.currency}
          may={may}
        />
      ))}
    </>
  );
}

interface ProposalProps {
  player: PlayerId;
  proposal: LimitProposal;
  currency: string;
  may: boolean;
}

function Proposal({ player, proposal, currency, may }: ProposalProps) {
  const { t } = useTranslation('staffPages');
  const what = useLimitTexts(currency).proposal(proposal);
  return (
    <section aria-label={what} className={css.form}>
      <Facts
        facts={[
          [t('limits.proposed'), what],
          [t('limits.reason'), proposal.reason],
          [t('limits.by'), <By who={proposal.by} at={proposal.at} />],
          [t('limits.from'), <Time at={proposal.from} relative />],
        ]}
      />
      {may && <Decision player={player} proposal={proposal} what={what} />}
    </section>
  );
}

interface DecisionProps {
  player: PlayerId;
  proposal: LimitProposal;
  what: string;
}

function Decision({ player, proposal, what }: DecisionProps) {
  const { t } = useTranslation('staffPages');
  const hint = useId();
  const dates = useDates();
  const { name } = useMe();
  const decision = decisionOf(proposal, name, useNow(1000));
  const [asking, setAsking] = useState<ProposalId>();
  const approve = useStaffAction(async (id: ProposalId) => {
    await approveLoosening(player, id);
    setAsking(undefined);
  });
  const { subject, kind, period, at } = proposal;
  const id: ProposalId = kind && period ? { subject, kind, period, at } : { subject, at };
  return (
    <>
      <p id={hint}>
        {decision === 'own'
          ? t('limits.own')
          : decision === 'early'
            ? t('limits.early', { from: dates.short(proposal.from) })
            : t('limits.approveText')}
      </p>
      <div className={css.actions}>
        <Button
          variant="primary"
          disabled={decision !== 'approve'}
          aria-describedby={hint}
          onClick={() => setAsking(id)}
        >
          {t('limits.approve')}
        </Button>
        <ActionButton action={() => rejectLoosening(player, id)}>{t('limits.reject')}</ActionButton>
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        title={t('limits.ask')}
        word={player.brand}
        submit={t('limits.approve')}
        change={approve}
        // The server refuses the proposal of the opened dialog if another one replaced it.
        onConfirm={() => asking && void approve.run(asking)}
        onClose={() => {
          setAsking(undefined);
          approve.clear();
        }}
      >
        <p>{t('limits.askText', { what })}</p>
      </ConfirmDialog>
    </>
  );
}
