import { callApi } from '../../lib/api-client.ts';

/** POST /api/contact (decisions: "`GET /api/contact/{email}` mutates"). */
const CONTACT_PATH = '/api/contact';

/** Adds an address to the mailing list; false on any failure. */
export async function joinEmailList(email: string): Promise<boolean> {
  try {
    await callApi(CONTACT_PATH, { method: 'POST', json: { email }, handles: 'all' });
    return true;
  } catch {
    return false;
  }
}
