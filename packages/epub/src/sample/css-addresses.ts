import { tokenizer, TokenType } from '@csstools/css-tokenizer';

/** Lists the addresses and strings of a cleaned stylesheet or `style` attribute, each of which may load a file. */
export function addressesInCss(source: string): string[] {
  const addresses: string[] = [];
  const tokens = tokenizer({ css: source });
  while (!tokens.endOfFile()) {
    const token = tokens.nextToken();
    if (token[0] === TokenType.URL || token[0] === TokenType.String) addresses.push(token[4].value);
  }
  return addresses;
}
