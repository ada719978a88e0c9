export const now = Date.now();
export const anything: any = 1;
async function work(): Promise<void> {}
export function start(): void {
  work();
}
