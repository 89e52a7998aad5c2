import { answerReceived, answerViolates, type ReceivedAnswer, type Violation } from './events';

/** The connection to the development server. */
interface Hot {
  on(event: typeof answerViolates, listener: (violation: Violation) => void): void;
  send(event: typeof answerReceived, answer: ReceivedAnswer): void;
}

/**
 * Has the development server check the shape of every answer of the gateway against contracts/; what violates it is an
 * error in the browser's console. The build has none of this.
 */
export function startAnswerCheck(hot: Hot, page: Pick<Window, 'fetch'> = window): void {
  hot.on(answerViolates, ({ call, where }) => {
    // eslint-disable-next-line no-console -- for developers only
    console.error(`${call}: the answer violates the contract: ${where}`);
  });
  const { fetch } = page;
  page.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (input !== '/endpoint/v1') return response;
    const { api } = JSON.parse(init?.body as string) as { api: { class: string; method: string } };
    const call = `${api.class}/${api.method}`;
    // A body that breaks off is the gateway client's to report.
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
