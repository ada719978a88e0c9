import type { Ports } from '../ports/ports.ts';
import type { Config } from './config/config.ts';
import type { Secrets } from './config/secrets.ts';
import { createRateLimiter, type RateLimiter } from './http/rate-limiter.ts';
import type { TypedApp } from './http/serve.ts';
import { forgetRows } from './db/forget-rows.ts';
import type { Job } from './jobs/job-runner.ts';
import type { Backlog, Condition } from './monitoring.ts';
import { createSweepJob, type SweepStep } from './jobs/sweep-job.ts';
import { DAY_MS } from '@cuentos/domain/time/durations';

/** Parts of the shop that every module may use besides the services of other modules. */
export interface ModuleContext {
  readonly config: Config;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
}

/** Contributions of a module to the shop. */
export interface Module<Services extends object> {
  /** Services by name, for later modules, commands and tests. */
  readonly services: Services;
  /** Registers its calls, in a scope of their own. */
  readonly routes?: (app: TypedApp) => void;
  /** Background work of the module. */
  readonly jobs?: readonly Job[];
  /** Forgets what is over; each step is run once an hour. */
  readonly sweep?: readonly SweepStep[];
  /** Work of the module that waits for its jobs. */
  readonly backlogs?: readonly Backlog[];
  /** Conditions that are reported to the admins. */
  readonly conditions?: readonly Condition[];
}

/** Modules put together so far. */
export interface Assembly<Services extends object> {
  readonly services: Services;
  readonly routes: readonly ((app: TypedApp) => void)[];
  /** Jobs of every module, and the sweep that does all their steps. */
  jobs(): Job[];
  /** Backlogs of every module. */
  readonly backlogs: readonly Backlog[];
  /** Conditions of every module. */
  readonly conditions: readonly Condition[];
  /** Adds a module; it does not compile if it needs a service of a later module. */
  with<Added extends object>(
    module: (context: ModuleContext, services: Services) => Module<Added>,
  ): Assembly<Services & Added>;
}

/** Longer than the longest window of a rate limit. */
const COUNTERS_MS = 2 * DAY_MS;

/** Begins a shop without modules. */
export function assemble({ config, ports, secrets }: Omit<ModuleContext, 'limiter'>): Assembly<object> {
  const limiter = createRateLimiter(ports.db, ports.clock);
  const sweepCounters = forgetRows(ports.db, {
    table: 'rate_counters',
    column: 'window_start',
    keptFrom: (now) => now - COUNTERS_MS,
  });
  return extend({ config, ports, secrets, limiter }, {}, [{ services: {}, sweep: [sweepCounters] }]);
}

function extend<Services extends object>(
  context: ModuleContext,
  services: Services,
  modules: readonly Module<object>[],
): Assembly<Services> {
  return {
    services,
    routes: modules.flatMap(({ routes }) => (routes ? [routes] : [])),
    jobs: () => [
      ...modules.flatMap(({ jobs = [] }) => jobs),
      createSweepJob(
        context.ports.clock,
        modules.flatMap(({ sweep = [] }) => sweep),
      ),
    ],
    backlogs: modules.flatMap(({ backlogs = [] }) => backlogs),
    conditions: modules.flatMap(({ conditions = [] }) => conditions),
    with(make) {
      const added = make(context, services);
      return extend(context, { ...services, ...added.services }, [...modules, added]);
    },
  };
}
