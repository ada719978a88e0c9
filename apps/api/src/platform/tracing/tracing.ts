import type { FastifyInstance } from 'fastify';
import type { MailPort } from '../../ports/mail.ts';
import type { StatementListener } from '../db/db.ts';
import type { Job } from '../jobs/job-runner.ts';

/**
 * Spans of a process's work. They contain route patterns, hosts, statements without values and times, and no personal
 * data.
 */
export interface Tracing {
  /** Spans of the statements within a request or a job. */
  readonly onStatement: StatementListener;
  /** Spans of requests; called before anything else is installed. */
  install(app: FastifyInstance): void;
  /** A job of which each run has a span. */
  job(job: Job): Job;
  /** A mail server of which each conversation has a span. */
  mail(port: MailPort): MailPort;
  /** Sends what is still here, for some seconds at most, and ends. */
  stop(): Promise<void>;
}
