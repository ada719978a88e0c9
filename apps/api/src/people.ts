import {
  registerGoogleRoutes,
  registerOwnSessionRoutes,
  registerPasswordRoutes,
  registerVerificationRoutes,
} from './modules/auth/routes.ts';
import {
  type AccountService,
  createAccountService,
  createGoogleService,
  createOwnSessionService,
  createPasswordService,
  createVerificationService,
  type GoogleService,
  type OwnSessionService,
  type PasswordService,
  recoveryJob,
  type SessionService,
  type VerificationService,
} from './modules/auth/service.ts';
import { registerPageViewRoutes, registerMailingListRoutes } from './modules/site/routes.ts';
import { type PageViewService, createPageViewService } from './modules/site/page-view-service.ts';
import { type MailingListService, createMailingListService } from './modules/site/mailing-list-service.ts';
import type { Config } from './platform/config/config.ts';
import type { Secrets } from './platform/config/secrets.ts';
import type { RateLimiter } from './platform/http/rate-limiter.ts';
import type { TypedApp } from './platform/http/typed-app.ts';
import type { Job } from './platform/jobs/job-runner.ts';
import type { Ports } from './ports/ports.ts';

/** Use cases around the people who visit: their accounts and what the shop writes to them. */
export interface PeopleServices {
  readonly accounts: AccountService;
  readonly passwords: PasswordService;
  readonly verification: VerificationService;
  readonly ownSessions: OwnSessionService;
  readonly google: GoogleService;
  readonly contact: MailingListService;
  readonly analytics: PageViewService;
}

interface Deps {
  readonly config: Config;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
}

/** Wires them to their ports. */
export function createPeopleServices({ config, ports, secrets, limiter, sessions }: Deps): PeopleServices {
  const { db, clock, captcha } = ports;
  const from = { storeName: config.STORE_NAME, origin: publicOrigin(config) };
  const limits = {
    loginFailures: config.LIMIT_LOGIN_FAILURES,
    accountFailures: config.LIMIT_ACCOUNT_FAILURES,
    registerPerHour: config.LIMIT_REGISTER_PER_HOUR,
    forgotPerHour: config.LIMIT_FORGOT_PER_HOUR,
  };
  const verification = createVerificationService({ db, clock, limiter, from, mailsPerHour: limits.forgotPerHour });
  return {
    accounts: createAccountService({ db, clock, captcha, limiter, sessions, verification, limits }),
    passwords: createPasswordService({ db, clock, captcha, limiter, from, limits }),
    verification,
    ownSessions: createOwnSessionService({ db, clock }),
    google: createGoogleService({
      db,
      clock,
      identity: ports.identity,
      nonceSecret: secrets.googleNonce,
      limiter,
      sessions,
      verification,
      from,
      registerPerHour: limits.registerPerHour,
    }),
    contact: createMailingListService({
      db,
      clock,
      limiter,
      from,
      unsubscribeSecret: secrets.unsubscribe,
      contactPerHour: config.LIMIT_CONTACT_PER_HOUR,
    }),
    analytics: createPageViewService({ db, clock, limiter, receivers: ports.analytics, origin: from.origin }),
  };
}

/** Their calls, beside login, registration and profile. */
export function registerPeopleRoutes(app: TypedApp, people: PeopleServices): void {
  registerPasswordRoutes(app, people.passwords);
  registerVerificationRoutes(app, people.verification);
  registerOwnSessionRoutes(app, people.ownSessions);
  registerGoogleRoutes(app, people.google);
  registerMailingListRoutes(app, people.contact);
  registerPageViewRoutes(app, people.analytics);
}

/** What goes on for them behind the answers. */
export function peopleJobs(people: PeopleServices): Job[] {
  return [recoveryJob(people.passwords)];
}

/** Where links in mails lead; a shop that nothing outside can reach is on this machine. */
export function publicOrigin({ PUBLIC_URL, PORT }: Config): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}
