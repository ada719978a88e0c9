import type { TrustedTypes } from '@cuentos/epub/render/sections/parse-document';

/** Files of the build, and the one script that stands outside their folder. `npm run dev` has others, and no policy. */
const OWN = /^\/(?:assets\/[\w./-]+[.]js|service-worker[.]js)$/;

const rules = {
  createScriptURL(address: string): string {
    if (!OWN.test(address)) throw new TypeError(`${address} is no script of the shop`);
    return address;
  },
};

/**
 * Where Trusted Types are required, the only addresses from which this site makes a worker. Scripts of others are not
 * among them: where one is set up, the server requires no Trusted Types (docs/decisions/057-trusted-types.md).
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('own-scripts', rules);

/**
 * @param address of a file of this build, from the root of the site.
 * @returns the same, as a worker may be made from it.
 * @throws where the browser has Trusted Types and it is any other address.
 */
export const trustedScript = (address: string): string => policy?.createScriptURL(address) ?? address;
