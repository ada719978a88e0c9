import { guardNodeVersion } from './platform/guard-node-version.ts';

guardNodeVersion();
// Loaded only now: under an old Node the database driver would crash instead of failing.
const { runServer } = await import('./run-server.ts');
await runServer();
