/** Border of a field that holds something wrong: 2 px danger. */
export const invalidClass = 'border-danger shadow-[inset_0_0_0_1px_var(--cb-danger)] focus-visible:shadow-(--cb-focus)';
