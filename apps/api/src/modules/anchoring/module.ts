import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { anchoringBacklog } from '../editions/service.ts';
import { createReAnchoringJob } from './re-anchoring.ts';

/** Finding highlights and positions again in new editions; it stands above the three modules that it joins. */
export function anchoringModule({ ports }: ModuleContext): Module<object> {
  const read = async () => anchoringBacklog(ports.db.read);
  return {
    services: {},
    jobs: [createReAnchoringJob(ports)],
    backlogs: [{ name: 'anchoring', lateAfterMs: HOUR_MS, read }],
  };
}
