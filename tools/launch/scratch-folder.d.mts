export function scratchFolder(memory?: string): string;
