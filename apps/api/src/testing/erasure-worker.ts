import { composeShop } from '../compose.ts';
import { readConfig } from '../platform/config/config.ts';

/** Child process that erases the accounts that are due, as the shop's job does. A test may kill it. */
const shop = await composeShop(readConfig(process.env));
process.stdout.write('begun\n');
await shop.services.rights.eraseDue(new AbortController().signal);
process.stdout.write('done\n');
await shop.close();
