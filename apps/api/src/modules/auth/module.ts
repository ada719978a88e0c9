import { DAY_MS } from '@cuentos/domain/time/durations';
import { isSecure, shopOrigin } from '../../platform/config/shop-facts.ts';
import { forgetRows } from '../../platform/db/forget-rows.ts';
import type { TypedApp } from '../../platform/http/serve.ts';
import { createSigner } from '../../platform/signer.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { registerAppPasswordRoutes } from './app-password-routes.ts';
import { type AppPasswordService, createAppPasswordService } from './app-password-service.ts';
import { createEmailChangeService, type EmailChangeService } from './email-change-service.ts';
import { createEntryCodeService, type EntryCodeService } from './entry-code-service.ts';
import { createGoogleService, type GoogleService } from './google-service.ts';
import { createKnownDevices } from './known-device.ts';
import { registerPasskeyRoutes } from './passkey-routes.ts';
import { createPasskeyService, type PasskeyService } from './passkey-service.ts';
import { createPasswordService, type PasswordService, recoveryJob } from './password-service.ts';
import {
  registerAuthRoutes,
  registerCaptchaRoutes,
  registerEntryCodeRoutes,
  registerGoogleRoutes,
  registerOwnSessionRoutes,
  registerPasswordRoutes,
  registerSecondFactorRoutes,
  registerVerificationRoutes,
} from './routes.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { ShopService } from '../shop/service.ts';
import { createSecondFactorService, type SecondFactorService } from './second-factor-service.ts';
import { revokeExpired } from './repository.ts';
import {
  createOwnSessionService,
  createSessionService,
  type OwnSessionService,
  type SessionService,
} from './session-service.ts';
import type { ProofListener } from './prove-address.ts';
import { createTokenService } from './tokens.ts';
import { createVerificationService, type VerificationService } from './verification-service.ts';

/** Ended sessions stay this long, so that an operator can find out what happened. */
const ENDED_SESSIONS_MS = 30 * DAY_MS;

/** Tables whose old rows would be refused as expired anyway. */
const expiring = [
  'account_tokens',
  'captcha_used',
  'entry_codes',
  'google_nonces_used',
  'passkey_challenges_used',
] as const;

export interface AuthServices {
  readonly sessions: SessionService;
  readonly accounts: AccountService;
  readonly passwords: PasswordService;
  readonly verification: VerificationService;
  readonly ownSessions: OwnSessionService;
  readonly google: GoogleService;
  readonly entryCodes: EntryCodeService;
  readonly factors: SecondFactorService;
  readonly passkeys: PasskeyService;
  readonly appPasswords: AppPasswordService;
  readonly emailChange: EmailChangeService;
  /** Filled by later modules: what they do when an address is proved. */
  readonly proofListeners: ProofListener[];
}

/** Accounts, sessions and the ways to sign in. */
export function authModule(
  { config, ports, secrets, limiter }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<AuthServices> {
  const { db, clock, captcha, identity } = ports;
  const from = shop.sender;
  const limits = limitsOf(shop);
  const withGoogle = identity !== null;
  const sessions = createSessionService({ db, clock, tokens: createTokenService(secrets), from });
  const devices = createKnownDevices(secrets.knownDevice, clock);
  const listeners: ProofListener[] = [];
  const recoveryLinks = createSigner(secrets.recoveryLink);
  const verification = createVerificationService({ db, clock, limiter, from, limits, devices, listeners });
  const required = config.REQUIRE_SECOND_FACTOR;
  const proving = { db, clock, limiter, sessions, devices, from, secrets, limits, withGoogle };
  const factors = createSecondFactorService({ ...proving, required });
  const origin = shopOrigin(config);
  const entering = { db, clock, limiter, sessions, factors, verification, listeners };
  const services: AuthServices = {
    proofListeners: listeners,
    sessions,
    verification,
    factors,
    passkeys: createPasskeyService({ ...proving, origin }),
    appPasswords: createAppPasswordService({ db, clock, limiter, from, limits, withGoogle }),
    accounts: createAccountService({ ...entering, captcha, devices, withGoogle, from, limits }),
    passwords: createPasswordService({
      db,
      clock,
      captcha,
      limiter,
      devices,
      from,
      withGoogle,
      limits,
      listeners,
      recoveryLinks,
    }),
    ownSessions: createOwnSessionService({ db, clock }),
    entryCodes: createEntryCodeService({ ...entering, captcha, devices, from, secrets, limits }),
    emailChange: createEmailChangeService({ db, clock, limiter, devices, from, withGoogle, limits }),
    google: createGoogleService({ ...entering, devices, identity, from, nonceSecret: secrets.googleNonce, limits }),
  };
  return {
    services,
    routes: (app) => registerAll(app, services, { secureCookie: isSecure(config), captcha }),
    jobs: [recoveryJob(services.passwords)],
    sweep: [
      async (now) => db.withTx(async (tx) => revokeExpired(tx, now)),
      forgetRows(db, { table: 'sessions', column: 'revoked_at', keptFrom: (now) => now - ENDED_SESSIONS_MS }),
      ...expiring.map((table) => forgetRows(db, { table, column: 'expires_at', keptFrom: (now) => now })),
    ],
  };
}

/** Every call of accounts and of the ways in. */
function registerAll(
  app: TypedApp,
  services: AuthServices,
  { secureCookie, captcha }: { readonly secureCookie: boolean; readonly captcha: CaptchaPort },
): void {
  registerAuthRoutes(app, { ...services, secureCookie });
  registerPasswordRoutes(app, { ...services, secureCookie });
  registerSecondFactorRoutes(app, { factors: services.factors, secureCookie });
  registerPasskeyRoutes(app, { passkeys: services.passkeys, secureCookie });
  registerAppPasswordRoutes(app, services.appPasswords);
  registerVerificationRoutes(app, services.verification);
  registerOwnSessionRoutes(app, services.ownSessions);
  registerGoogleRoutes(app, { google: services.google, secureCookie });
  registerEntryCodeRoutes(app, { entryCodes: services.entryCodes, secureCookie });
  registerCaptchaRoutes(app, captcha);
}

/** Reads the settings in force at each use. */
function limitsOf(shop: ShopService) {
  const settings = () => shop.latest().settings;
  return {
    get loginFailures() {
      return settings().login_failures;
    },
    get accountFailures() {
      return settings().account_failures;
    },
    get addressFailures() {
      return settings().address_failures;
    },
    get allFailures() {
      return settings().all_failures;
    },
    get registerPerHour() {
      return settings().register_per_hour;
    },
    get forgotPerHour() {
      return settings().forgot_per_hour;
    },
  };
}
