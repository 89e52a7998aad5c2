/** The event of a page that has received an answer of the gateway, for the development server. */
export const answerReceived = 'croupier:answer';

/** The data of answerReceived. */
export interface ReceivedAnswer {
  call: string;
  body: string;
}

/** The event of the development server for an answer that violates the contract. */
export const answerViolates = 'croupier:violation';

/** The data of answerViolates: where and why. */
export interface Violation {
  call: string;
  where: string;
}
