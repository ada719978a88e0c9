import { type Config, readConfig } from '../platform/config/config.ts';

/**
 * Settings of a shop in a folder of its own that reaches nobody: they are made from nothing, and not from those of the
 * shop, so that whatever leads outside is absent: the mail server, the payment provider, bucket, database server,
 * captcha, sign-in with Google, analytics.
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
