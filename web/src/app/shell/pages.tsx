import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { ContactRoute } from '@/features/content/routes/ContactRoute';
import { InfoRoute } from '@/features/content/routes/InfoRoute';
import { PromotionRoute } from '@/features/content/routes/PromotionRoute';
import { PromotionsRoute } from '@/features/content/routes/PromotionsRoute';
import { TournamentRoute } from '@/features/content/routes/TournamentRoute';
import { TournamentsRoute } from '@/features/content/routes/TournamentsRoute';
import { LiveRoute } from '@/features/games/routes/LiveRoute';
import { ProvidersRoute } from '@/features/games/routes/ProvidersRoute';
import { SlotsRoute } from '@/features/games/routes/SlotsRoute';
import { paths } from '@/lib/paths/paths';
import { slot, Unless, When } from './slots';
import { shown, type Shown } from './standIns';

/** Renders its children in two states, of which a flag selects one. */
export function Either({ flag, yes, no, children }: EitherProps) {
  return (
    <>
      <When is={flag}>
        <In state={yes}>{children}</In>
      </When>
      <Unless is={flag}>
        <In state={no}>{children}</In>
      </Unless>
    </>
  );
}

interface EitherProps {
  flag: string;
  yes: Shown;
  no: Shown;
  children: ReactNode;
}

/** Renders its children in a state of the site. The renderer visits elements in order. */
export function In({ state, children }: { state: Shown; children: ReactNode }) {
  Object.assign(shown, state);
  return children;
}

/** A page of an offer in each phase. */
const Phases = ({ children }: { children: ReactNode }) =>
  (['active', 'upcoming', 'concluded'] as const).map((phase) => (
    <When key={phase} is={phase}>
      <In state={{ phase }}>{children}</In>
    </When>
  ));

/** The pages that a visitor can read before their scripts run, by kind of shell. */
export const pages: Partial<Record<string, ReactNode>> = {
  slots: <SlotsRoute />,
  tables: <LiveRoute />,
  providers: (
    <>
      <When is="hasBoth">
        <ProvidersRoute />
      </When>
      <Unless is="hasBoth">
        <Either
          flag="slots"
          yes={{ features: { live: false } }}
          no={{ features: { slots: false } }}
        >
          <ProvidersRoute />
        </Either>
      </Unless>
    </>
  ),
  promotions: <PromotionsRoute />,
  promotion: (
    <Phases>
      <PromotionRoute />
    </Phases>
  ),
  tournaments: <TournamentsRoute />,
  tournament: (
    <Phases>
      <Either flag="ranked" yes={{ ranked: true }} no={{ ranked: false }}>
        <TournamentRoute />
      </Either>
    </Phases>
  ),
  info: <InfoRoute />,
  faq: (
    <Routes>
      <Route path={paths.info.pattern} element={<InfoRoute />} />
    </Routes>
  ),
  contact: (
    <Either flag="chat" yes={{ chat: slot('chat') }} no={{ chat: '' }}>
      <ContactRoute />
    </Either>
  ),
};
