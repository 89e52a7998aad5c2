import { GatewayError } from '../gateway/error';

/** The error of a call that the platform does not have: a list that waited for it would wait for ever. */
export const notOffered = new GatewayError({
  message: '',
  code: 404,
  debug: 'unsupported',
  requestId: '',
  reason: 'no-records',
});
