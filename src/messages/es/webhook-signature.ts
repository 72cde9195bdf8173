import type { webhookSignature as en } from '../en/webhook-signature.ts'

export const webhookSignature: typeof en = {
  secret: 'El secreto del webhook',
  faults: {
    headers_missing: 'le falta webhook-id, webhook-timestamp o webhook-signature',
    timestamp_unreadable: 'su webhook-timestamp no es un número de segundos',
    too_old: 'se firmó hace demasiado tiempo (con --tolerance 0 no se mira)',
    too_new: 'se firmó en el futuro, así que uno de los dos relojes va mal',
    no_match:
      'no encaja ninguna firma, así que el secreto es otro o el cuerpo no es byte a byte el que se envió',
  },
  notPassedOn: (url: string, reason: string) => `${url} no ha respondido (${reason}).`,
  tooLarge: 'Se ha rechazado un cuerpo de más de 1 MB.',
}
