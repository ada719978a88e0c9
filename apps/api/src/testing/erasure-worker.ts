import { composeShop } from '../compose.ts';
import { readConfig } from '../platform/config/config.ts';

/** Child process of a test: erases the accounts whose day has come, as the shop's own job does. It may be killed. */
const shop = await composeShop(readConfig(process.env));
process.stdout.write('begun\n');
await shop.services.rights.eraseDue(new AbortController().signal);
process.stdout.write('done\n');
await shop.close();
