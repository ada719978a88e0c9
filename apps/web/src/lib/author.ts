/** Whose house this is; her own pages are in the storefront's texts. */
export const author = { name: 'Ofelia Tralma' } as const;
