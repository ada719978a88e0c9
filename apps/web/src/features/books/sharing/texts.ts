export const sharingTexts = {
  message: (name: string) => `Mira este libro de ${name}.`,
  copied: 'El enlace ha sido copiado al portapapeles',
  notCopied: 'No pudimos copiar el enlace. Cópialo desde la barra de direcciones.',
} as const;
