// The control surface is no part of the contract, so its shapes stand here (calls.md §6).

export interface MockAccount {
  username: string;
  /** Only the ready accounts have one to be read. */
  password?: string;
  note?: string;
  active: boolean;
  /** 0 none, 1 SMS, 2 authenticator. */
  twoFactor: number;
  /** In whole units of the currency. */
  balance: number;
  bonus: number;
}

export interface MockState {
  world: string;
  seed: number;
  /** RFC 3339. */
  clock: string;
  scenarios: { name: string; brand?: string; call?: string }[];
  faults: { call: string; kind: string }[];
  accounts: MockAccount[];
}

export interface MockScenario {
  name: string;
  description: string;
}

export interface MockCall {
  /** RFC 3339, by the mock's clock. */
  at: string;
  class: string;
  method: string;
  data: unknown;
  user: unknown;
  headers: Record<string, string[]>;
  ms: number;
  /** `ok`, `refused: …` or `fault: …`. */
  outcome: string;
}

export interface MockCode {
  code: string;
  /** Seconds. */
  valid_for: number;
}
