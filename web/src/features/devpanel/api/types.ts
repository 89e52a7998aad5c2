// The control API is not part of the contract, so its types are declared here (calls.md §6).

export interface MockAccount {
  username: string;
  /** Only seeded accounts have a readable password. */
  password?: string;
  note?: string;
  active: boolean;
  /** 0 none, 1 SMS, 2 authenticator. */
  twoFactor: number;
  /** In whole currency units. */
  balance: number;
  bonus: number;
}

export interface MockState {
  world: string;
  seed: number;
  /** RFC 3339. */
  clock: string;
  scenarios: ActiveScenario[];
  faults: MockFault[];
  accounts: MockAccount[];
}

/** An active scenario and its scope. */
export interface ActiveScenario {
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
  /** A call name or pattern. */
  call: string;
  kind: (typeof faultKinds)[number];
  latency_ms: number;
  /** The share of affected calls, from 0 to 1. */
  rate: number;
  /** The maximum number of affected calls; 0 for no limit. */
  times: number;
  /** The number of affected calls so far. */
  struck: number;
  /** The HTTP status of faults of the kind `status`. */
  status?: number;
}

export interface MockMail {
  /** RFC 3339, by the mock's clock. */
  at: string;
  /** An e-mail address or phone number. */
  to: string;
  subject: string;
  text: string;
  /** The path of the site in its link. */
  link?: string;
  /** The token of the link, or the code of the SMS. */
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
