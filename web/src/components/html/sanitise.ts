import createDOMPurify from 'dompurify';

const purify = createDOMPurify(window);

// What leads out of the site opens beside it and learns nothing of it.
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !/^https?:/.test(node.getAttribute('href') ?? '')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Text of the content backend keeps its structure; looks are the site's, scripts and forms nobody's. */
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

/** Rich text of the content backend, made safe to be put into the page. */
export const sanitise = (html: string): string => purify.sanitize(html, rules);
