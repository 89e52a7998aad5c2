import { systemClock } from '@/lib/clock';
import { createGateway, type Gateway, type GatewayDeps } from '@/lib/gateway/client';
import { createGatewayHub } from '@/lib/gateway/events';

/** Creates the gateway for an online guest whose page is visible. */
export const testGateway = (over: Partial<GatewayDeps> = {}): Gateway =>
  createGateway({
    fetch: (...args) => fetch(...args),
    hub: createGatewayHub(),
    language: () => 'tr',
    user: () => undefined,
    epoch: () => '',
    rememberPlayer: () => () => true,
    isOnline: () => true,
    clock: systemClock,
    isVisible: () => true,
    random: () => 0.5,
    ...over,
  });
