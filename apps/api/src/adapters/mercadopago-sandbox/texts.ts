/** Every sentence of the sandbox's checkout page. */
export const sandboxTexts = {
  title: 'Pago de prueba',
  banner: 'Pagos de prueba: no se mueve dinero real',
  eyebrow: 'Mercado Pago simulado',
  total: 'Total a pagar',
  taxIncluded: 'IVA incluido',
  approve: 'Aprobar pago',
  reject: 'Rechazar pago',
  leavePending: 'Dejar pendiente',
  choose: 'Elige cómo termina este pago. La tienda recibirá el aviso como si viniera del proveedor.',
  pendingTitle: 'Este pago está pendiente',
  pendingText: 'Puedes aprobarlo o rechazarlo ahora, como haría el proveedor horas después.',
  rejectedText: 'El intento anterior fue rechazado. Puedes probar otra vez.',
  settledTitle: 'Este pago ya está resuelto',
  settledText: (status: string) => `Su estado es «${status}». No hay nada más que hacer aquí.`,
  expiredTitle: 'Este pago venció',
  expiredText: 'El plazo para pagar terminó. Vuelve a la tienda y empieza la compra otra vez.',
  missingTitle: 'No encontramos este pago',
  missingText: 'El enlace no corresponde a ninguna compra de prueba.',
  back: 'Volver a la tienda',
  number: 'Pago n.º',
} as const;

/** Names of the provider's states. */
export const statusNames: Readonly<Record<string, string>> = {
  pending: 'pendiente',
  in_process: 'en revisión',
  authorized: 'autorizado',
  approved: 'aprobado',
  in_mediation: 'en mediación',
  rejected: 'rechazado',
  cancelled: 'cancelado',
  refunded: 'devuelto',
  charged_back: 'contracargo',
};
