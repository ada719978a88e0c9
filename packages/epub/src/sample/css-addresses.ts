import { tokenizer, TokenType } from '@csstools/css-tokenizer';

/** Whatever a cleaned stylesheet, or the value of a `style` attribute, may load: its addresses and its strings. */
export function addressesInCss(source: string): string[] {
  const addresses: string[] = [];
  const tokens = tokenizer({ css: source });
  while (!tokens.endOfFile()) {
    const token = tokens.nextToken();
    if (token[0] === TokenType.URL || token[0] === TokenType.String) addresses.push(token[4].value);
  }
  return addresses;
}
