export const adapter = 1;
