// Replaces the password hashing library in tests by the same one at its least cost: the tests' passwords are no secret,
// and hundreds of hashes of a twentieth of a second each took a tenth of all checks. hashing.test.ts uses the real one.
import { createRequire } from 'node:module';

const argon2 = createRequire(new URL('../apps/api/package.json', import.meta.url))('@node-rs/argon2');

export const hash = async (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
export const verify = argon2.verify;
