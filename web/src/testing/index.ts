export { testClock } from './clock';
export type { TestClock } from './clock';
export { changeBrand, testBrand, withoutCalls, withoutFeatures } from './brand';
export { clearCache } from './cache';
export { inlineAnswers } from './inlined';
export { noLimits } from './limits';
export { hrefOf, mockPlayerStart, renderPage, signIn, WithoutDeduping } from './render';
export type { Rendered, RenderPageOptions } from './render';
export {
  envelope,
  exampleOf,
  holdCall,
  mockCall,
  mockNetworkError,
  mockError,
  mockRoute,
  noRecords,
  unavailable,
} from './server';
export type { RecordedRequest, MockFailure } from './server';
export { showEveryElement } from './visibility';
export { waitForIdle } from './waitForIdle';
