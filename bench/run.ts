import { benchCatalogue } from './api/catalogue.ts';
import { benchChanges } from './api/changes.ts';
import { benchContention } from './api/contention.ts';
import { benchPositions } from './api/positions.ts';
import { benchLogins } from './api/logins.ts';
import { benchMemory } from './api/memory.ts';
import { benchPages } from './api/pages.ts';
import { benchProcesses } from './api/processes.ts';

// `npm run bench`: measures every ratio to its peer or limit, in one run. Machines differ and are shared: read the
// ratios.
await benchCatalogue();
await benchPages();
await benchPositions();
await benchContention();
await benchProcesses();
await benchChanges();
await benchLogins();
await benchMemory();
await import('./lists/run.ts');
// Runs the benches with browsers last, because they take minutes; they print their own tables.
await import('./engine/first-page.ts');
await import('./engine/streaming.ts');
await import('./shop/bad-line.ts');
