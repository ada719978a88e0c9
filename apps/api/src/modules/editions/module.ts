import { HOUR_MS } from '@cuentos/domain/time/durations';
import { tmpdir } from 'node:os';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { sweepTemporary } from '../../platform/temporary-files.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { createSampleJob, sampleBacklog } from './make-samples.ts';
import { registerEditionRoutes, registerFileRoutes, registerSampleRoutes } from './routes.ts';
import { createSampleService } from './samples.ts';
import { sweepFiles } from './stored-files.ts';
import { createEditionService, type EditionService } from './service.ts';

/** Temporary folders of the gate, of pictures, of finding places again and of trials, their child processes' too. */
const WORK_FOLDER = /^cuentos-(?:edition|image|anchoring|anchor|demo|sample|trial)-/;

/** Files of editions and samples. */
export function editionsModule(
  { ports }: ModuleContext,
  { entitlements }: { readonly entitlements: EntitlementService },
): Module<{ readonly editions: EditionService }> {
  const { db, storage, links, clock } = ports;
  const editions = createEditionService({ db, storage, entitlements });
  return {
    services: { editions },
    jobs: [createSampleJob({ db, storage, clock })],
    backlogs: [{ name: 'samples', lateAfterMs: HOUR_MS, read: async () => sampleBacklog({ db, storage, clock }) }],
    sweep: [
      async (now) => sweepFiles({ db, storage, clock }, now),
      async () => sweepTemporary(tmpdir(), (name) => WORK_FOLDER.test(name), Date.now()),
      async () => storage.sweep(Date.now()),
    ],
    routes: (app) => {
      registerEditionRoutes(app, editions);
      registerSampleRoutes(app, createSampleService({ db, storage, clock }));
      if (links) registerFileRoutes(app, links, clock);
    },
  };
}
