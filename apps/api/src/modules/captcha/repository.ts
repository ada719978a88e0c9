import { type Db, isUniqueViolation } from '../../platform/db/db.ts';

/** Records that a captcha answer was used; false when it had been used before. */
export async function useCaptchaAnswer(db: Db, signature: string, expiresAt: number): Promise<boolean> {
  try {
    await db.withTx(async (tx) => tx.insertInto('captcha_used').values({ signature, expires_at: expiresAt }).execute());
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Forgets answers that would be refused as expired anyway. */
export async function sweepCaptchaAnswers(db: Db, before: number): Promise<void> {
  await db.withTx(async (tx) => tx.deleteFrom('captcha_used').where('expires_at', '<', before).execute());
}
