export { contentLink, linkProps, type ContentLink } from './contentLink';
export { anyOrigin, safeLink } from './safeLink';
