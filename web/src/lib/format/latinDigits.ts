/** Returns a text with Latin digits in place of Arabic, Persian and full-width ones. */
export const latinDigits = (text: string): string =>
  // The last four bits of these characters are the digit.
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** Replaces what is typed or pasted into any one-line field by Latin digits, before React reads it. Passwords stay as they are. */
export function watchDigits(): void {
  const replaceDigits = (event: Event) => {
    const field = event.target;
    // An input method still changes its own text.
    if (!(field instanceof HTMLInputElement) || (event as InputEvent).isComposing) return;
    const text = latinDigits(field.value);
    if (field.type === 'password' || text === field.value) return;
    const { selectionStart: caret } = field;
    // Not `field.value = text`: React would miss the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    if (caret !== null) field.setSelectionRange(caret, caret);
    if (event.type !== 'input') field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  for (const type of ['input', 'compositionend']) addEventListener(type, replaceDigits, true);
}
