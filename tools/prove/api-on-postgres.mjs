// Program of the proof `api-on-postgres`: runs every test of the API on a PostgreSQL server of its own.
import { join } from 'node:path';
import { projectNode, run } from '../launch/run.mjs';
import { root } from '../launch/stamps.mjs';

await run(projectNode, [join(root, 'tools', 'postgres.mjs'), 'test', 'apps/api', '--maxWorkers', '4']);
