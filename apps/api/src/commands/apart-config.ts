import { type Config, readConfig } from '../platform/config/config.ts';

/**
 * Makes settings for a shop in a folder of its own, without connections to the outside. They do not begin with the shop's
 * own settings, so that mail server, payment provider, bucket, database server, captcha, sign-in with Google and analytics
 * are absent, and any that is added later too.
 */
export function apartConfig(folder: string, port = 0): Config {
  return readConfig({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    CAPTCHA_PROVIDER: 'none',
    TRUST_PROXY: 'none',
    BACKUP_HOUR: 'off',
  });
}
