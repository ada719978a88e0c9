import type { TrustedTypes } from '@cuentos/epub/render/sections/parse-document';

/** Files of the build, and the one script outside their folder. `npm run dev` has other files, and no policy. */
const OWN = /^\/(?:assets\/[\w./-]+[.]js|service-worker[.]js)$/;

const rules = {
  createScriptURL(address: string): string {
    if (!OWN.test(address)) throw new TypeError(`${address} is no script of the shop`);
    return address;
  },
};

/**
 * The only addresses from which this site makes a worker, where Trusted Types are required. Foreign scripts are not
 * among them: where one is configured, the server does not require Trusted Types (docs/decisions/057-trusted-types.md).
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('own-scripts', rules);

/**
 * @param address of a file of this build, from the root of the site
 * @returns the address for the constructor of a worker
 * @throws for any other address where the browser has Trusted Types
 */
export const trustedScript = (address: string): string => policy?.createScriptURL(address) ?? address;
