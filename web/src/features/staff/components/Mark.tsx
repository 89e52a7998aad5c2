/** The sign of the console. */
export function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="18" height="18" rx="5" fill="var(--c-accent)" />
      <path
        d="M13.2 7.2a4 4 0 1 0 0 5.6"
        fill="none"
        stroke="var(--c-on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
