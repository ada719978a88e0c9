import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { takePaymentNotice } from '@cuentos/contract/payments';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import { registerSandboxApi } from './api-routes.ts';
import { registerCheckoutPage } from './checkout-routes.ts';
import { registerControls } from './control-routes.ts';
import { createNoticeSender } from './notice-sender.ts';
import { createSandboxStore } from './sandbox-store.ts';

const PREFIX = '/sandbox/mercadopago';

export interface PaymentSandboxOptions {
  readonly db: Db;
  readonly clock: Clock;
  /** Signs its notices (`Secrets.sandboxNotice`, or `MP_WEBHOOK_SECRET` when that is set). */
  readonly noticeSecret: string;
  /** Bearer of its API; derived from the secret unless given (`MP_ACCESS_TOKEN`). */
  readonly accessToken?: string | undefined;
  /** Opens the controls, which set any payment's state without a token: for tests and demonstrations only. */
  readonly hasControls: boolean;
}

/** The embedded payment provider: everything that the client needs to talk to it, and its HTTP side. */
export interface PaymentSandbox {
  readonly accessToken: string;
  readonly noticeSecret: string;
  /** True because the sandbox runs on this machine and reaches its local addresses. */
  readonly takesLocalAddresses: true;
  /** Address of its API inside this process; known once the application listens. */
  apiBase(): string;
  /** Address for notices: this process itself, whatever public address the shop has. */
  noticeUrl(): string;
  /** Adds its routes to the application, before it listens. */
  register(app: FastifyInstance): Promise<void>;
}

/**
 * Mercado Pago's wire protocol without money. The caller decides whether it may run:
 * `config.sandbox`, which in production needs `PAYMENT_SANDBOX=true`.
 */
export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { db, clock, noticeSecret, hasControls } = options;
  const accessToken = options.accessToken ?? `TEST-${createHmac('sha256', noticeSecret).update('token').digest('hex')}`;
  let origin: string | null = null;
  const own = (): string => {
    if (origin === null) throw new Error('the payment sandbox does not listen yet');
    return origin;
  };
  return {
    accessToken,
    noticeSecret,
    takesLocalAddresses: true,
    apiBase: () => `${own()}${PREFIX}`,
    noticeUrl: () => `${own()}${takePaymentNotice.path}`,
    async register(app) {
      const store = createSandboxStore({ db, clock });
      const notices = createNoticeSender({ store, clock, secret: noticeSecret });
      app.addHook('onListen', async () => {
        origin = originOf(app.server.address());
      });
      app.addHook('preClose', async () => notices.stop());
      await app.register(
        async (scope) => {
          scope.register(async (api) => registerSandboxApi(api, { store, notices, accessToken }));
          registerCheckoutPage(scope, { store, notices, clock });
          if (hasControls) registerControls(scope, { store, notices });
        },
        // The shop's own calls to it are no visitor's requests, and would bury the line with the shop's address.
        { prefix: PREFIX, logLevel: 'warn' },
      );
    },
  };
}

function originOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string') throw new Error('the payment sandbox needs a TCP port');
  const anywhere = address.address === '0.0.0.0' || address.address === '::';
  const host = anywhere ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
