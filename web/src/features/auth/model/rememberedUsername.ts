import { createStoredValue } from '@/lib/storage';

/** The user name that the last player of this browser wanted remembered, or ''. */
export const rememberedUsername = createStoredValue('rememberedUsername', {
  parse: (json) => (typeof json === 'string' ? json : ''),
});
