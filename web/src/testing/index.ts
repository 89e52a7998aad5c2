export { testClock } from './clock';
export type { TestClock } from './clock';
export { testBrand } from './brand';
export { clearCache } from './cache';
export { mockPlayerStart, renderPage, signIn } from './render';
export type { Rendered, RenderPageOptions } from './render';
export { mockCall, mockNetworkError, mockError, mockRoute } from './server';
export type { RecordedRequest, MockFailure } from './server';
export { waitForIdle } from './waitForIdle';
