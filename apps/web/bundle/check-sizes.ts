import { join } from 'node:path';
import { publishedBuild } from './builds.ts';
import { checkFileCounts, checkFirstLoad, checkLeaving, measureFirstLoad } from './first-load.ts';

/** Fails when a page of the published build loads more script, or more files, than its bar allows, or the end of a session the reader: a check, never a step of a build. */
const client = join(await publishedBuild(join(import.meta.dirname, '../dist')), 'client');
checkFirstLoad(await measureFirstLoad(client));
await checkFileCounts(client);
await checkLeaving(client);
