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
  scenarios: MockSwitch[];
  faults: MockFault[];
  accounts: MockAccount[];
}

/** A scenario that is on, and where. */
export interface MockSwitch {
  name: string;
  brand?: string;
  call?: string;
}

/** The kinds of faults, in the order of calls.md §6. */
export const faultKinds = [
  'delay',
  'hang',
  'status',
  'malformed',
  'truncated',
  'wrong-type',
  'huge',
  'reset',
  'expired',
  'maintenance',
] as const;

export interface MockFault {
  /** A call or a pattern of calls. */
  call: string;
  kind: (typeof faultKinds)[number];
  latency_ms: number;
  /** Share of the calls, up to 1. */
  rate: number;
  /** How often it strikes; 0 without end. */
  times: number;
  /** How often it has struck. */
  struck: number;
  /** Of the kind `status`. */
  status?: number;
}

export interface MockMail {
  /** RFC 3339, by the mock's clock. */
  at: string;
  /** An address or a phone number. */
  to: string;
  subject: string;
  text: string;
  /** The path of the site that it leads to. */
  link?: string;
  /** What its link carries, or the code of an SMS. */
  token: string;
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
