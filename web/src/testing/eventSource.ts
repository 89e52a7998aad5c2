/** An EventSource that dispatches the test's events. */
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

  /** Fails the connection. */
  fail() {
    this.onerror?.();
  }
}
