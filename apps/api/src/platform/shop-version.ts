import { readFileSync } from 'node:fs';

const file = new URL('../../../../package.json', import.meta.url);

/** Version of the shop, from its package. */
export const shopVersion: string = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
