import type { Job } from '../../platform/jobs/job-runner.ts';
import type { PasswordService } from './password-service.ts';

/** Mails recovery links a moment after they were asked for (see `PasswordService.forgot`). */
export function recoveryJob(passwords: PasswordService): Job {
  return { name: 'recovery-links', everyMs: 5000, leaseMs: 60_000, run: passwords.sendRecoveries };
}
