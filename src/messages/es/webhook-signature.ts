import type { webhookSignature as en } from '../en/webhook-signature.ts'

export const webhookSignature: typeof en = {
  secret: 'Secreto del webhook',
  faults: {
    headers_missing: 'falta webhook-id, webhook-timestamp o webhook-signature',
    timestamp_unreadable: 'webhook-timestamp no es un número de segundos',
    too_old: 'se firmó hace demasiado tiempo (para no tenerlo en cuenta, usa --tolerance 0)',
    too_new: 'se firmó en el futuro, así que uno de los dos relojes está mal',
    no_match:
      'ninguna firma coincide: el secreto es incorrecto o el cuerpo no es exactamente el que se envió',
  },
  notForwarded: (url: string, reason: string) => `${url} no ha respondido (${reason}).`,
  tooLarge: 'Se ha rechazado un cuerpo de más de 1 MB.',
}
