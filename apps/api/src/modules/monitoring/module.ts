import type { Job } from '../../platform/jobs/job-runner.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ReadFigures } from '../../platform/http/metrics.ts';
import type { ShopService } from '../shop/service.ts';
import { readFigures } from './figures.ts';
import { createAlertJob, type Watched } from './service.ts';

/** Figures of the shop, as `GET /metrics` answers them. */
export interface MonitoringService {
  readonly figures: ReadFigures;
}

/** Watches backlogs, conditions and jobs of the other modules, and mails the admins. */
export function monitoringModule({ backlogs, conditions, jobs }: Omit<Watched, 'jobs'> & { jobs(): Job[] }) {
  return (
    { config, ports: { db, clock } }: ModuleContext,
    { shop }: { readonly shop: ShopService },
  ): Module<{ readonly monitoring: MonitoringService }> => {
    const watched = { backlogs, conditions, jobs: jobs() };
    const publicUrl = config.PUBLIC_URL ?? null;
    return {
      services: { monitoring: { figures: async () => readFigures({ db, clock, dataDir: config.dataDir, watched }) } },
      jobs: [createAlertJob({ db, clock, shop, publicUrl, watched })],
    };
  };
}
