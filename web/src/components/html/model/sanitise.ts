import createDOMPurify from 'dompurify';
import { contentLink, linkProps } from '@/lib/link/link';

const purify = createDOMPurify(window);

const contactAddress = /^(?:mailto|tel):/i;

// Links follow the site's rule. Links to other sites open in a new tab and send no referrer.
purify.addHook('afterSanitizeAttributes', (node) => {
  node.removeAttribute('target');
  const href = node.getAttribute('href');
  if (href === null || (node.tagName === 'A' && contactAddress.test(href))) return;
  const link = node.tagName === 'A' ? contentLink(href) : undefined;
  if (!link) {
    node.removeAttribute('href');
    return;
  }
  const { to, ...attributes } = linkProps(link);
  node.setAttribute('href', to);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
});

/** Keeps the structure of the content backend's text and removes its styling, scripts and forms. */
const rules = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'audio',
    'video',
    'svg',
    'math',
    'area',
    'map',
  ],
  FORBID_ATTR: [
    'style',
    'srcset',
    'usemap',
    'ping',
    'download',
    'class',
    'id',
    'name',
    'bgcolor',
    'color',
    'face',
    'align',
    'width',
    'height',
  ],
  ALLOW_DATA_ATTR: false,
};

/** Returns the content backend's HTML without unsafe parts and own styles. */
export const sanitise = (html: string): string => purify.sanitize(html, rules);
