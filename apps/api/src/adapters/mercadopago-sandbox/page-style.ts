/** Style of the checkout page; the colours are the shop's (paper, ink, añil), light and dark. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #f7f4ec; --sheet: #fffdf8; --line: #837967; --ink: #1c1b21; --ink-2: #48444c;
  --accent: #24379b; --accent-hover: #1a2979; --on-accent: #fffdf8; --spot: #f3b287; --on-spot: #1c1b21; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #171614; --sheet: #211f1c; --line: #8c8475; --ink: #f2ede2; --ink-2: #cbc4b6;
    --accent: #a6bcff; --accent-hover: #bfcfff; --on-accent: #141a3d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 "Instrument Sans Variable", "Instrument Sans", "Helvetica Neue", Arial, sans-serif; }
h1 { font: 560 clamp(1.75rem, 1.5rem + 1.1vw, 2.25rem)/1.15 "Literata Variable", Literata, Georgia, serif; letter-spacing: -0.018em; margin: 0 0 0.75rem; }
p { margin: 0 0 1rem; color: var(--ink-2); }
.banner { margin: 0; padding: 0.625rem 1.25rem; background: var(--spot); color: var(--on-spot); text-align: center; font-weight: 600; }
main { max-width: 32rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.eyebrow { font-size: 0.875rem; margin-bottom: 0.5rem; }
.pocket { margin: 1.5rem 0; padding: 1.25rem 1.5rem 1.5rem; background: var(--sheet); border-radius: 2px 2px 20px 20px; box-shadow: 0 1px 2px rgb(40 30 20 / 0.08), 0 6px 24px -12px rgb(40 30 20 / 0.25); }
.pocket div { display: flex; justify-content: space-between; gap: 1.5rem; align-items: baseline; }
.pocket dt { overflow-wrap: anywhere; }
.pocket dd { margin: 0; font-family: "Literata Variable", Literata, Georgia, serif; font-size: 1.125rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
.pocket .total { margin-top: 0.875rem; padding-top: 0.875rem; border-top: 2px dashed var(--line); font-weight: 600; }
.pocket .total dd { font-size: 1.5rem; font-weight: 560; }
.pocket small { display: block; font-weight: 400; color: var(--ink-2); }
form { display: grid; gap: 0.75rem; margin-bottom: 1.5rem; }
button { min-height: 2.875rem; padding: 0.625rem 1.25rem; border: 1.5px solid var(--line); border-radius: 4px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { border-color: var(--ink); }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-hover); }
a { color: var(--accent); display: inline-block; padding: 0.625rem 0; }
:is(button, a):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.number { font-size: 0.875rem; font-variant-numeric: tabular-nums; }
`;
