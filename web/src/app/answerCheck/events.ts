/** The page's event for a gateway response, for the development server. */
export const answerReceived = 'croupier:answer';

/** The data of answerReceived. */
export interface ReceivedAnswer {
  call: string;
  body: string;
}

/** The development server's event for a response that violates the contract. */
export const answerViolates = 'croupier:violation';

/** The data of answerViolates with place and reason. */
export interface Violation {
  call: string;
  where: string;
}
