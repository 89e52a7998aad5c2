import { answerReceived, answerViolates, type ReceivedAnswer, type Violation } from './events';

/** The connection to the development server. */
interface Hot {
  on(event: typeof answerViolates, listener: (violation: Violation) => void): void;
  send(event: typeof answerReceived, answer: ReceivedAnswer): void;
}

/**
 * Lets the development server check every response of the gateway against contracts/. A violation
 * is an error in the browser's console. The build does not contain this check.
 */
export function startAnswerCheck(hot: Hot, page: Pick<Window, 'fetch'> = window): void {
  hot.on(answerViolates, ({ call, where }) => {
    // eslint-disable-next-line no-console -- for developers only
    console.error(`${call}: the response violates the contract: ${where}`);
  });
  const { fetch } = page;
  page.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (input !== '/endpoint/v1') return response;
    const { api } = JSON.parse(init?.body as string) as { api: { class: string; method: string } };
    const call = `${api.class}/${api.method}`;
    // The gateway client reports a body that breaks off.
    response
      .clone()
      .text()
      .then(
        (body) => hot.send(answerReceived, { call, body }),
        () => undefined,
      );
    return response;
  };
}
