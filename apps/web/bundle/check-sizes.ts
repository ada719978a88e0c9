import { join } from 'node:path';
import { publishedBuild } from './builds.ts';
import { checkFileCounts, checkFirstLoad, checkLeaving, measureFirstLoad } from './first-load.ts';

/**
 * Fails when a page of the published build loads more script or more files than its limit, or the end of a session
 * loads the reader. Only the checks run it, never a build.
 */
const client = join(await publishedBuild(join(import.meta.dirname, '../dist')), 'client');
checkFirstLoad(await measureFirstLoad(client));
await checkFileCounts(client);
await checkLeaving(client);
