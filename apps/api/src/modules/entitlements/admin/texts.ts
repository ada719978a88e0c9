/** Why a part is not given. */
export const grantTexts = {
  owned: 'Error: el libro ya ha sido adquirido por el usuario.',
  notInFuture: 'La fecha debe estar en el futuro.',
  emailMoved: (address: string) =>
    `La cuenta de ${address} pasó a otro correo hace menos de 7 días. Quita ese correo de la lista y prueba de nuevo.`,
} as const;
