// The control API is not part of the contract, therefore its types are declared here.

export interface MockAccount {
  username: string;
  /** The password, present only for seeded accounts. */
  password?: string;
  note?: string;
  active: boolean;
  /** 0 for none, 1 for SMS, 2 for an authenticator. */
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

/** The kinds of faults, in the order of the panel. */
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
  /** The maximum number of affected calls, or 0 for no limit. */
  times: number;
  /** The number of affected calls so far. */
  struck: number;
  /** The HTTP status of faults of the kind `status`. */
  status?: number;
}

export interface MockMail {
  /** RFC 3339, in the mock platform's time. */
  at: string;
  /** An email address or phone number. */
  to: string;
  subject: string;
  text: string;
  /** The path in the link of the message. */
  link?: string;
  /** The token of the link, or the code of the SMS. */
  token: string;
}

export interface MockScenario {
  name: string;
  description: string;
}

export interface MockCall {
  /** RFC 3339, in the mock platform's time. */
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
