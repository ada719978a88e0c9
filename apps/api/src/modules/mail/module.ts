import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { MailPort } from '../../ports/mail.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { type BulkComposers, createBulkMailJob } from './bulk-mails.ts';
import { mailBacklog } from './repository.ts';
import { registerMailOutboxRoutes } from './routes.ts';
import { createMailJob, eraseSentSecrets, forgetCopies } from './service.ts';

async function isAway({ check }: MailPort): Promise<boolean> {
  return (
    check?.().then(
      () => false,
      () => true,
    ) ?? false
  );
}

/** A mail that is out needs no copy of its secret link here, where tokens stand only as hashes. */
const SECRETS_MS = HOUR_MS;

/** The outbox of mails. */
export function mailModule({ config, ports }: ModuleContext): Module<{ readonly bulkComposers: BulkComposers }> {
  const { db } = ports;
  const bulkComposers: BulkComposers = new Map();
  return {
    services: { bulkComposers },
    routes: (app) => {
      // Mails contain recovery links, so the page with them exists in development only.
      if (!config.production) registerMailOutboxRoutes(app, db);
    },
    backlogs: [{ name: 'mails', lateAfterMs: HOUR_MS, read: async (now) => mailBacklog(db.read, now) }],
    conditions: [{ name: 'mail-server', holds: async () => isAway(ports.mail) }],
    jobs: [createMailJob(ports), createBulkMailJob({ ...ports, composers: bulkComposers })],
    sweep: [
      async (now) => db.withTx(async (tx) => eraseSentSecrets(tx, now - SECRETS_MS)),
      async () => forgetCopies(ports),
    ],
  };
}
