/** Classes of an action on a row, for buttons and links. */
export function rowActionClass(tone: 'plain' | 'danger' = 'plain'): string {
  const look = tone === 'danger' ? 'text-danger hover:bg-danger-soft' : 'text-accent hover:bg-accent-soft';
  return `inline-flex min-h-11 items-center rounded-2 px-2 text-sm font-semibold whitespace-nowrap transition-colors duration-(--cb-dur-tap) disabled:text-ink-3 aria-busy:text-ink-3 ${look}`;
}
