// @vitest-environment node
import { expect, it } from 'vitest';
import { dropFunctions } from './lean-vendors.ts';

const code = `import { big } from 'big';
export function kept() { function inner() { return big(1) } return inner; }
function gone(a) { return big(a) }
export { gone };
`;

it('empties the functions named, also those inside others, and leaves the rest as it is', () => {
  expect(dropFunctions(code, { inner: null, gone: '{ return [a] }' })).toBe(`import { big } from 'big';
export function kept() { function inner() { throw new Error("inner was left out") } return inner; }
function gone(a) { return [a] }
export { gone };
`);
});

it('refuses a version of the package that has no such function', () => {
  expect(() => dropFunctions(code, { gone: null, renamed: null })).toThrow('not in this version: renamed');
});
