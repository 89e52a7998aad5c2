import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  answerReceived,
  answerViolates,
  type ReceivedAnswer,
  type Violation,
} from '../src/app/answerCheck/events.ts';
import { callShapes, compileSchemas } from './contract-schemas.ts';

/**
 * Returns a function that checks the body of a response against the contract. It returns '' or the
 * violation. Bodies that are not JSON come from proxies, and the gateway client handles them.
 */
export function answerChecker(contracts: string): (answer: ReceivedAnswer) => string {
  const shapes = callShapes(contracts);
  const check = compileSchemas(contracts);
  return ({ call, body }) => {
    const shape = shapes.get(call);
    if (!shape) return 'no such call';
    let answer: unknown;
    try {
      answer = JSON.parse(body);
    } catch {
      return '';
    }
    const broken = check('common.json#/$defs/AnswerEnvelope', answer);
    if (broken) return broken;
    const { result, data } = answer as { result: boolean; data: unknown };
    const inData = result ? check(shape.answer, data) : '';
    return inData && `data: ${inData}`;
  };
}

/** Checks the responses to open pages of the development server, and reports violations to them. */
export function answerCheck(): Plugin {
  const contracts = join(import.meta.dirname, '../../contracts');
  let checker: ((answer: ReceivedAnswer) => string) | undefined;
  return {
    name: 'croupier-answer-check',
    apply: 'serve',
    configureServer({ environments, watcher }) {
      if (!existsSync(contracts)) return;
      watcher.add(contracts);
      watcher.on('change', (file) => {
        if (file.startsWith(contracts)) checker = undefined;
      });
      environments.client.hot.on(answerReceived, (answer: ReceivedAnswer, client) => {
        checker ??= answerChecker(contracts);
        const where = checker(answer);
        if (where) client.send(answerViolates, { call: answer.call, where } satisfies Violation);
      });
    },
  };
}
