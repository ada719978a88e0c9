import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import type { FastifyReply } from 'fastify';

/** Which rows of a list are meant. */
export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** The words of the search box. */
  readonly q?: string | undefined;
}

/** Rows of a page, and the count of all. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** Puts the total into its header and returns the rows, which are the answer. */
export function sendPage<Row>(reply: FastifyReply, { rows, total }: Page<Row>): Row[] {
  reply.header(TOTAL_COUNT_HEADER, total);
  return rows;
}
