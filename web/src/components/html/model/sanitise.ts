import createDOMPurify from 'dompurify';

const purify = createDOMPurify(window);

// Links to other sites open in a new tab and send no referrer.
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !/^https?:/.test(node.getAttribute('href') ?? '')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Keeps the structure of the content backend's text and removes its styling, scripts and forms. */
const rules = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'audio', 'video'],
  FORBID_ATTR: [
    'style',
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

/** Returns the content backend's HTML without anything that is unsafe or sets its own style. */
export const sanitise = (html: string): string => purify.sanitize(html, rules);
