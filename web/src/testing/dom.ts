/** Returns a node's name with the getter of its own class. */
function nameOf(node: Node): string {
  for (
    let item: object | null = Object.getPrototypeOf(node);
    item;
    item = Object.getPrototypeOf(item)
  ) {
    if (item === Node.prototype) break;
    const getter = Object.getOwnPropertyDescriptor(item, 'nodeName')?.get;
    if (getter) return getter.call(node) as string;
  }
  return '';
}

// DOMPurify reads a node's name through Node.prototype, which pages cannot forge. In happy-dom that
// getter returns nothing, and without this definition the sanitiser would remove nothing.
Object.defineProperty(Node.prototype, 'nodeName', {
  configurable: true,
  get(this: Node) {
    return nameOf(this);
  },
});
