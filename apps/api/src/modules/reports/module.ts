import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerAdminReportRoutes } from './routes.ts';
import { type AdminReportService, createAdminReportService } from './service.ts';

/** Logs, settings and figures. */
export function adminReportsModule({
  config,
  ports,
}: ModuleContext): Module<{ readonly adminReports: AdminReportService }> {
  const adminReports = createAdminReportService({ ports, config });
  return { services: { adminReports }, routes: (app) => registerAdminReportRoutes(app, adminReports) };
}
