/** Border of a field with an error: 2 px danger. */
export const invalidClass =
  'border-danger shadow-[inset_0_0_0_1px_var(--cb-danger)] focus-visible:shadow-[inset_0_0_0_1px_var(--cb-danger),var(--cb-focus)]';

/** Classes of an input, used directly where it has no visible label. */
export const inputClass =
  'w-full min-h-12 rounded-2 border border-line-strong bg-sheet px-3.5 py-2.5 text-base leading-6 text-ink placeholder:text-ink-3';
