import type { Module, ModuleContext } from '../../platform/module.ts';
import { createReAnchoringJob } from './re-anchoring.ts';

/** Finding highlights and positions again in new editions; it stands above the three modules that it joins. */
export function anchoringModule({ ports }: ModuleContext): Module<object> {
  return { services: {}, jobs: [createReAnchoringJob(ports)] };
}
