/** The loaders of the namespaces of this language. */
export default import.meta.glob<Record<string, unknown>>('./*.json', { import: 'default' });
