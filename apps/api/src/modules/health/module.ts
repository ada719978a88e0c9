import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerHealthRoutes } from './routes.ts';

/** Whether the process and what it depends on are well. */
export function healthModule({ ports }: ModuleContext): Module<object> {
  return { services: {}, routes: (app) => registerHealthRoutes(app, ports) };
}
