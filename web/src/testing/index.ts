export { testClock } from './clock';
export type { TestClock } from './clock';
export { testBrand } from './brand';
export { forgetAnswers } from './cache';
export { playerStart, renderPage, signIn } from './render';
export type { Rendered, RenderPageOptions } from './render';
export { answers, breaks, fails, serves } from './server';
export type { Asked, Fault } from './server';
export { settled } from './settled';
