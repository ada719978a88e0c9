import { join } from 'node:path';
import { publishedBuild } from './builds.ts';
import { checkFirstLoad, measureFirstLoad } from './first-load.ts';

/** Fails when a page of the published build loads more script than its bar allows: a check, never a step of a build. */
checkFirstLoad(await measureFirstLoad(join(await publishedBuild(join(import.meta.dirname, '../dist')), 'client')));
