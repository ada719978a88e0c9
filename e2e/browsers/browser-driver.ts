/** Actions of the journey in a browser that the Playwright runner cannot drive. */
export interface BrowserDriver {
  /** Name and version that the browser reports. */
  readonly name: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of an async function in the page; arguments and result are JSON. */
  run<Result>(body: string, ...args: readonly unknown[]): Promise<Result>;
  press(key: 'ArrowRight' | 'ArrowLeft' | 'Escape'): Promise<void>;
  type(text: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Presses at one point and releases at another, px of the page. */
  drag(from: readonly [number, number], to: readonly [number, number]): Promise<void>;
  close(): Promise<void>;
}
