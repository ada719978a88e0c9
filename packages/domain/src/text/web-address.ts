import { normalizeText } from './normalize.ts';

/** A name of letters after a dot, at least two of them, or four numbers with dots between. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}][.。]\p{L}{2}|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/**
 * Whether a text names an address of the web. A giver's words to a stranger go out under the shop's name, and must
 * not lead to another site. Mail programs make a link of any ending that exists, in whatever case, so that a full stop
 * without a space after it counts too: 'premio.Vip' cannot be told from 'premio.Ven'.
 */
export function namesWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(normalizeText(text.replaceAll(/\p{Cf}/gu, ''), 'NFKC'));
}
