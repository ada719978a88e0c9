import { shopOrigin } from '../../platform/config/shop-facts.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { createGoogleService, type GoogleService } from './google-service.ts';
import { createKnownDevices } from './known-device.ts';
import { createPasswordService, type PasswordService, recoveryJob } from './password-service.ts';
import {
  registerAuthRoutes,
  registerCaptchaRoutes,
  registerGoogleRoutes,
  registerOwnSessionRoutes,
  registerPasswordRoutes,
  registerSecondFactorRoutes,
  registerVerificationRoutes,
} from './routes.ts';
import { createSecondFactorService, type SecondFactorService } from './second-factor-service.ts';
import { sweepAccounts, sweepCaptchaAnswers } from './service.ts';
import {
  createOwnSessionService,
  createSessionService,
  type OwnSessionService,
  type SessionService,
} from './session-service.ts';
import { createTokenService } from './tokens.ts';
import { createVerificationService, type VerificationService } from './verification-service.ts';

export interface AuthServices {
  readonly sessions: SessionService;
  readonly accounts: AccountService;
  readonly passwords: PasswordService;
  readonly verification: VerificationService;
  readonly ownSessions: OwnSessionService;
  readonly google: GoogleService;
  readonly factors: SecondFactorService;
}

/** Accounts, sessions and the ways in. */
export function authModule({ config, ports, secrets, limiter }: ModuleContext): Module<AuthServices> {
  const { db, clock, captcha, identity } = ports;
  const from = { storeName: config.STORE_NAME, origin: shopOrigin(config) };
  const limits = {
    loginFailures: config.LIMIT_LOGIN_FAILURES,
    accountFailures: config.LIMIT_ACCOUNT_FAILURES,
    addressFailures: config.LIMIT_ADDRESS_FAILURES,
    allFailures: config.LIMIT_ALL_FAILURES,
    registerPerHour: config.LIMIT_REGISTER_PER_HOUR,
    forgotPerHour: config.LIMIT_FORGOT_PER_HOUR,
  };
  const sessions = createSessionService({ db, clock, tokens: createTokenService(secrets), from });
  const devices = createKnownDevices(secrets.knownDevice, clock);
  const verification = createVerificationService({ db, clock, limiter, from, mailsPerHour: limits.forgotPerHour });
  const factors = createSecondFactorService({
    db,
    clock,
    limiter,
    sessions,
    devices,
    from,
    secrets,
    limits,
    required: config.REQUIRE_SECOND_FACTOR,
  });
  const entering = { db, clock, limiter, sessions, factors, verification };
  const services: AuthServices = {
    sessions,
    verification,
    factors,
    accounts: createAccountService({ ...entering, captcha, devices, limits }),
    passwords: createPasswordService({ db, clock, captcha, limiter, devices, from, limits }),
    ownSessions: createOwnSessionService({ db, clock }),
    google: createGoogleService({
      ...entering,
      identity,
      from,
      nonceSecret: secrets.googleNonce,
      registerPerHour: limits.registerPerHour,
    }),
  };
  return {
    services,
    routes: (app) => {
      const secureCookie = shopOrigin(config).startsWith('https:');
      registerAuthRoutes(app, { ...services, secureCookie });
      registerPasswordRoutes(app, { ...services, secureCookie });
      registerSecondFactorRoutes(app, { factors, secureCookie });
      registerVerificationRoutes(app, verification);
      registerOwnSessionRoutes(app, services.ownSessions);
      registerGoogleRoutes(app, services.google);
      registerCaptchaRoutes(app, captcha);
    },
    jobs: [recoveryJob(services.passwords)],
    sweep: [
      async (now) => sweepCaptchaAnswers(db, now),
      async (now) => db.withTx(async (tx) => sweepAccounts(tx, now)),
    ],
  };
}
