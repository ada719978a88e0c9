/** Words of 'Pagos por resolver', and of refunding a payment. */
export const paymentTexts = {
  openTitle: 'Pagos por resolver',
  openText: 'Dinero que llegó y todavía no quedó entregado ni devuelto, de lo más antiguo a lo más nuevo.',
  openCaption: 'Pagos por resolver',
  openColumns: {
    payment: 'Pago',
    reason: 'Motivo',
    amount: 'Monto',
    since: 'Desde',
    state: 'Qué pasa',
    actions: 'Acciones',
  },
  openFailed: 'No pudimos cargar los pagos por resolver.',
  openReasons: {
    unknown_reference: 'Sin compra',
    wrong_account: 'Otra cuenta',
    wrong_currency: 'Otra moneda',
    wrong_amount: 'Monto distinto',
    duplicate: 'Pago repetido',
    already_owned: 'Ya lo tenía',
    buyer_gone: 'Cuenta eliminada',
    contradiction: 'Datos contradictorios',
    in_mediation: 'Reclamo en curso',
    charged_back: 'Contracargo',
    refund: 'Devolución pedida',
  },
  openNobody: 'Sin compra asociada',
  openPayment: (id: string) => `Pago ${id}`,
  openLeft: (amount: string) => `Falta devolver ${amount}`,
  openWaits: 'Espera que alguien decida: devolverlo o resolverlo por fuera.',
  openProviderState: (words: string) => `Estado en el medio de pago: ${words}.`,
  openDisputed: 'Lo decide el medio de pago. Responde allí y, cuando termine, se actualiza solo.',
  openDocuments: {
    needed: (day: string | null) =>
      day === null
        ? 'Disputa abierta: envía documentos en el sitio del medio de pago.'
        : `Disputa abierta: envía documentos antes del ${day}.`,
    late: (day: string | null) =>
      day === null
        ? 'El plazo para enviar documentos ya terminó.'
        : `El plazo para enviar documentos terminó el ${day}.`,
    in_review: () => 'El medio de pago revisa tus documentos.',
    accepted: () => 'Tus documentos fueron aceptados.',
    refused: () => 'Tus documentos no fueron aceptados.',
    none: () => 'No te piden documentos.',
  },
  openCovered: 'La decisión fue a tu favor: el dinero vuelve a tu cuenta.',
  openNotCovered: 'La decisión fue en tu contra.',
  openCoverable: 'Todavía puede quedar cubierta por el medio de pago.',
  openNotCoverable: 'El medio de pago no la cubre.',
  openRequested: (amount: string) => `Devolución de ${amount} pedida.`,
  openWithdrawn: (amount: string) => `Quien compró se arrepintió: devolución de ${amount} pedida.`,
  openErrors: {
    refused: (times: number) =>
      times === 1 ? 'El medio de pago la rechazó.' : `El medio de pago la rechazó ${times} veces.`,
    unavailable: () => 'El medio de pago no respondió.',
    credentials: () => 'El medio de pago no la permitió con la clave de la tienda.',
    rejected: () => 'El medio de pago la había aceptado y después la rechazó; el dinero sigue en la cuenta.',
    cancelled: () => 'El medio de pago la había aceptado y después la anuló; el dinero sigue en la cuenta.',
  },
  openInProcess: 'El medio de pago la está procesando.',
  openLookFailed: 'La última consulta no tuvo respuesta.',
  openNextLook: (when: string) => `Se consulta otra vez: ${when}.`,
  openLastTry: (when: string) => `Último intento: ${when}.`,
  openNextTry: (when: string) => `Próximo intento: ${when}.`,
  openNextTryOrBefore: (when: string) => `Próximo intento: ${when}, o antes.`,
  openRefund: 'Devolver',
  openRetry: 'Reintentar ahora',
  openSettle: 'Resolver por fuera',
  openRetried: 'Intentando la devolución ahora',
  openRefundTitle: 'Devolver este pago',
  openRefundText: (payment: string, amount: string) =>
    `Pago ${payment}: vuelve ${amount} al mismo medio de pago. No cambia lo que otra compra o pago entregó.`,
  openSettleTitle: 'Resolver por fuera de la tienda',
  openSettleText: (payment: string) =>
    `Pago ${payment}: ya lo devolviste de otra forma, o el asunto terminó. La tienda no intentará devolverlo más. Si era la devolución de una compra, la persona pierde el acceso.`,
  openSettleSubmit: 'Marcar como resuelto',
  openSettled: 'Pago marcado como resuelto',
  openNothing: 'Ya no hace falta: el pago está resuelto.',
  draftGone: 'Este motivo quedó sin guardar, y su pago ya se resolvió.',
  credentialsTitle: 'El medio de pago no acepta la clave de la tienda',
  credentialsText: (since: string, next: string) =>
    `Desde el ${since}. Mientras tanto no se puede comprar, y las devoluciones y los avisos esperan; no se pierde nada. Revisa MP_ACCESS_TOKEN en la configuración del servidor. La tienda prueba de nuevo a las ${next} y sigue sola cuando la clave sirva.`,
  checkoutsRefusedText: (since: string) =>
    `Desde el ${since} el medio de pago no abre pagos con la clave de la tienda, aunque deja consultarlos: no se puede comprar; los avisos y las devoluciones siguen. Revisa los permisos de MP_ACCESS_TOKEN. Se prueba de nuevo con cada compra.`,
  refundsRefusedTitle: 'El medio de pago no permite devolver dinero',
  refundsRefusedText: (since: string, next: string) =>
    `Desde el ${since} rechaza devoluciones con la clave de la tienda. Se puede comprar como siempre, y quien paga recibe su libro; las devoluciones esperan y no se pierden. Revisa los permisos de MP_ACCESS_TOKEN en la cuenta del medio de pago. La tienda prueba de nuevo a las ${next} y sigue sola cuando la clave sirva.`,

  // Refunding.
  refundReason: 'Motivo',
  refundReasonHint: 'Queda en el registro de la tienda. Quien compró no lo ve.',
  refundReasonShort: 'Escribe el motivo, de al menos 3 letras.',
  refundReasonLong: 'El motivo puede tener hasta 500 caracteres.',
  refundSubmit: 'Continuar',
  refundDone: 'Devolución enviada al medio de pago',
  refundAsk: (amount: string) => `¿Devolver ${amount}?`,
  refundConfirm: (amount: string) => `Devolver ${amount}`,
  of: (action: string, name: string, part: string) => `${action}: ${part}, ${name}`,
  cancel: 'Cancelar',
  retry: 'Intentar nuevamente',
} as const;
