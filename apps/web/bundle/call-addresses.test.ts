import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { callAddresses } from './call-addresses.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a source file of the web app with this text and returns the code that a browser gets. */
async function bundled(text: string): Promise<string> {
  const entry = `${root}src/entry-of-a-test.ts`;
  const resolver = { name: 'given', resolveId: (id: string) => (id === entry ? id : null) };
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [{ ...resolver, load: (id: string) => (id === entry ? text : null) }, callAddresses()],
    build: { write: false, minify: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output.map((file) => ('code' in file ? file.code : '')).join('\n');
}

describe('the contract in a browser', () => {
  it('has the addresses of the calls that a page makes, without any schema', async () => {
    const script = await bundled(`
      import { getOrder as order, type Order } from '@cuentos/contract/orders';
      export const found = (id: string): Promise<Order> => fetch(order.path + id, { method: order.method }).then((r) => r.json());`);
    expect(script).toContain('"/api/orders/:id"');
    expect(script).not.toMatch(/receipt|zod|Own order|callsOf/i);
  });

  it('has the limits that a page uses, without the schemas of their file', async () => {
    const script = await bundled(`
      import { getShop, shopLimits } from '@cuentos/contract/shop';
      export const seen = [getShop, shopLimits.storeName];`);
    expect(script).toContain('"/api/shop"');
    expect(script).not.toMatch(/zod|legal/i);
  });

  it('cannot be imported as a namespace, which would load all of it', async () => {
    const text = `import * as orders from '@cuentos/contract/orders'; export const all = orders;`;
    await expect(bundled(text)).rejects.toThrow('otherwise than by names');
  });
});
