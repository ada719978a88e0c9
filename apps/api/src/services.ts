import { type HighlightService, createHighlightService } from './modules/highlights/service.ts';
import { createSessionService, createTokenService, type SessionService } from './modules/auth/service.ts';
import { type BookService, createBookService, createImageService, type ImageService } from './modules/books/service.ts';
import { type CheckoutService, createCheckoutService, sellerInfo } from './modules/checkout/service.ts';
import { createEditionService, type EditionService } from './modules/editions/service.ts';
import { createEntitlementService, type EntitlementService } from './modules/entitlements/service.ts';
import { createLibraryService, type LibraryService } from './modules/library/service.ts';
import { createReadingService, type ReadingService } from './modules/reading/service.ts';
import { createUserService, type UserService } from './modules/users/service.ts';
import { type AdminServices, createAdminServices } from './admin.ts';
import { createPeopleServices, type PeopleServices } from './people.ts';
import type { Config } from './platform/config/config.ts';
import type { Secrets } from './platform/config/secrets.ts';
import { createRateLimiter } from './platform/http/rate-limiter.ts';
import type { Ports } from './ports/ports.ts';

/** Every use case of the shop, wired to its ports. */
export interface Services extends PeopleServices {
  readonly sessions: SessionService;
  readonly users: UserService;
  readonly books: BookService;
  readonly entitlements: EntitlementService;
  readonly library: LibraryService;
  readonly reading: ReadingService;
  readonly annotations: HighlightService;
  readonly editions: EditionService;
  readonly images: ImageService;
  readonly checkout: CheckoutService;
  readonly admin: AdminServices;
}

/** Wires the services; the order follows who needs whom. */
export function createServices(config: Config, ports: Ports, secrets: Secrets): Services {
  const { db, clock, storage, payments } = ports;
  const limiter = createRateLimiter(db, clock);
  const tokens = createTokenService(secrets);
  const sessions = createSessionService({ db, clock, tokens });
  const books = createBookService({ db, clock });
  const entitlements = createEntitlementService({ db, clock });
  const services = {
    ...createPeopleServices({ config, ports, secrets, limiter, sessions }),
    sessions,
    users: createUserService(db, clock),
    books,
    entitlements,
    library: createLibraryService({ db, clock, books, entitlements }),
    reading: createReadingService({ db, clock, storage, entitlements, catalogue: books.catalogue }),
    annotations: createHighlightService({ db, clock, entitlements }),
    editions: createEditionService({ db, storage, entitlements }),
    images: createImageService({ db, storage, clock }),
    checkout: createCheckoutService({
      db,
      clock,
      payments,
      limiter,
      seller: sellerInfo(config),
      settings: {
        publicUrl: config.PUBLIC_URL ?? null,
        minAmount: config.MP_MIN_AMOUNT,
        preferencesPerHour: config.LIMIT_PREFERENCE_PER_HOUR,
      },
    }),
  };
  return { ...services, admin: createAdminServices({ config, ports, ...services }) };
}
