// An independent client of the gateway: openapi-fetch with the types that openapi-typescript
// generates from contracts/openapi.yaml. generatedClient.spec.ts generates, compiles and runs it.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './players';

/** Sends the cookies of earlier responses, as a browser does. */
function cookies(): Middleware {
  const jar = new Map<string, string>();
  return {
    onRequest({ request }) {
      request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    },
    onResponse({ response }) {
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split('=', 2) ?? [];
        jar.set(name, value);
      }
    },
  };
}

/** The results of the client. */
export interface Found {
  providers: string[];
  balance: string;
  withoutSession: number;
  refused: string;
}

/** Reads the providers, logs in, and reads the balance. */
export async function run(baseUrl: string): Promise<Found> {
  const client = createClient<paths>({ baseUrl });
  client.use(cookies());
  const header = { panel: 'frontend' } as const;

  const list = await client.POST('/endpoint/v1/casino/provider_list', {
    params: { header },
    body: { Lang: 'en' },
  });
  if (!list.data?.result) throw new Error(`provider_list was refused: ${JSON.stringify(list)}`);
  const providers = list.data.data.map((provider) => provider.providerName);

  const before = await client.POST('/endpoint/v1/finance/check_balance', {
    params: { header },
    body: {},
  });

  const refused = await client.POST('/endpoint/v1/user/login', {
    params: { header },
    // @ts-expect-error -- the contract requires a password
    body: { username: 'demo' },
  });
  const login = await client.POST('/endpoint/v1/user/login', {
    params: { header },
    body: { username: 'demo', password: 'Demo123' },
  });
  if (!login.data?.result) throw new Error(`login was refused: ${JSON.stringify(login)}`);

  const balance = await client.POST('/endpoint/v1/finance/check_balance', {
    params: { header },
    body: {},
  });
  if (!balance.data?.result)
    throw new Error(`check_balance was refused: ${JSON.stringify(balance)}`);
  return {
    providers,
    balance: String(balance.data.data[0]?.balance),
    withoutSession: before.response.status,
    refused: JSON.stringify(refused.error),
  };
}
