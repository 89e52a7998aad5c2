/** An EventSource whose events the test dispatches. */
export class FakeEventSource extends EventTarget {
  onerror: (() => void) | null = null;
  closed = false;

  constructor(readonly url = '') {
    super();
  }

  close() {
    this.closed = true;
  }

  /** Dispatches a message with JSON data. */
  send(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  /** Loses the connection. */
  fail() {
    this.onerror?.();
  }
}
