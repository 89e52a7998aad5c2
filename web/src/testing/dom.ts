/** A node's name by the class that really defines it. */
function nameOf(node: Node): string {
  for (let it: object | null = Object.getPrototypeOf(node); it; it = Object.getPrototypeOf(it)) {
    if (it === Node.prototype) break;
    const getter = Object.getOwnPropertyDescriptor(it, 'nodeName')?.get;
    if (getter) return getter.call(node) as string;
  }
  return '';
}

// DOMPurify reads a node's name through Node.prototype, so that no page can forge it. In happy-dom that
// getter is empty and each class has its own; without this the sanitiser would sanitise nothing in tests.
Object.defineProperty(Node.prototype, 'nodeName', {
  configurable: true,
  get(this: Node) {
    return nameOf(this);
  },
});
