/** A value of a Lua table constructor: a table has its fields by name or number. */
export type LuaValue = string | number | boolean | null | ReadonlyMap<string, LuaValue>;

/** Deepest nesting that is read: a settings file has five or six levels. */
const DEPTH_MAX = 40;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** A byte of UTF-8 after the first one, 128 to 191. */
const NEXT_BYTE = /\\(1(?:2[89]|[3-8]\d|9[01]))/y;

/** Parses `return { … }` without running it. Null for any other text. */
export function readLuaTable(text: string): ReadonlyMap<string, LuaValue> | null {
  try {
    const value = new LuaReader(text).read();
    return value instanceof Map ? value : null;
  } catch {
    return null;
  }
}

class LuaReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): LuaValue {
    this.#skip();
    this.#take(/return\b/y);
    return this.#value(0);
  }

  #value(depth: number): LuaValue {
    if (depth > DEPTH_MAX) throw new SyntaxError('tables too deep');
    this.#skip();
    const sign = this.#text[this.#at];
    if (sign === '{') return this.#table(depth);
    if (sign === '"' || sign === "'") return this.#string(sign);
    const opening = this.#take(/\[(=*)\[\n?/y);
    if (opening) return this.#longString(opening[1] ?? '');
    const number = this.#take(/-?(?:0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+)/iy);
    if (number) return Number(number[0]);
    const word = this.#take(/true|false|nil|-?math\.huge|-?inf|-?nan/y)?.[0];
    if (word === undefined) throw new SyntaxError('no value');
    return word === 'true' ? true : word === 'false' ? false : null;
  }

  #table(depth: number): Map<string, LuaValue> {
    const fields = new Map<string, LuaValue>();
    this.#at += 1;
    for (let index = 1; ;) {
      this.#skip();
      if (this.#text[this.#at] === '}') break;
      const word = this.#take(/([A-Za-z_]\w*)\s*=(?!=)/y)?.[1];
      let key: string;
      if (word !== undefined) key = word;
      else if (this.#text[this.#at] === '[' && !/\[=*\[/y.test(this.#text.slice(this.#at, this.#at + 9))) {
        this.#at += 1;
        const name = this.#value(depth + 1);
        if (typeof name === 'object') throw new SyntaxError('a table names no field');
        key = String(name);
        this.#skip();
        this.#expect(']');
        this.#skip();
        this.#expect('=');
      } else {
        key = String(index);
        index += 1;
      }
      fields.set(key, this.#value(depth + 1));
      this.#skip();
      if (!this.#take(/[,;]/y) && this.#text[this.#at] !== '}') throw new SyntaxError('no end of a table');
    }
    this.#at += 1;
    return fields;
  }

  #string(quote: string): string {
    const pieces: string[] = [];
    this.#at += 1;
    for (;;) {
      const plain = this.#take(quote === '"' ? /[^"\\]+/y : /[^'\\]+/y);
      if (plain) pieces.push(plain[0]);
      const sign = this.#text[this.#at];
      if (sign === undefined) throw new SyntaxError('no end of a string');
      this.#at += 1;
      if (sign === quote) return pieces.join('');
      pieces.push(this.#escaped());
    }
  }

  #escaped(): string {
    const decimal = this.#take(/\d{1,3}/y);
    if (decimal) return this.#bytes(Number(decimal[0]));
    const hex = this.#take(/x([\da-f]{2})/iy);
    if (hex) return this.#bytes(Number.parseInt(hex[1] ?? '', 16));
    const point = this.#take(/u\{([\da-f]{1,6})\}/iy);
    if (point) {
      const code = Number.parseInt(point[1] ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    }
    if (this.#take(/z\s*/y)) return '';
    const sign = this.#text[this.#at] ?? '';
    this.#at += 1;
    return ESCAPES[sign] ?? sign;
  }

  /** Each byte of UTF-8 is written as an escape of its own. */
  #bytes(first: number): string {
    if (first < 0x80) return String.fromCharCode(first);
    const bytes = [first];
    for (let next = this.#take(NEXT_BYTE); next && bytes.length < 4; next = this.#take(NEXT_BYTE))
      bytes.push(Number(next[1]));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  #longString(level: string): string {
    const end = `]${level}]`;
    const to = this.#text.indexOf(end, this.#at);
    if (to < 0) throw new SyntaxError('no end of a string');
    const value = this.#text.slice(this.#at, to);
    this.#at = to + end.length;
    return value;
  }

  #skip(): void {
    while (this.#take(/\s+|--\[\[[^]*?\]\]|--[^\n]*/y));
  }

  #expect(sign: string): void {
    if (this.#text[this.#at] !== sign) throw new SyntaxError(`no ${sign}`);
    this.#at += 1;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}
