import type { subscriberMail as english } from '../en/subscriber-mail.ts'

export const subscriberMail: typeof english = {
  optInSubject: (list) => `Confirma tu suscripción: ${list}`,
  optInText: (list, url) =>
    [
      `Alguien ha solicitado suscribir esta dirección a la lista «${list}».`,
      'Si has sido tú, confírmalo aquí:',
      url,
      'Si no has sido tú, ignora este correo. No se te suscribirá.',
    ].join('\n\n'),
  unsubscribeSubject: (list) => `¿Quieres darte de baja de ${list}?`,
  unsubscribeText: (list, url) =>
    [
      `Alguien ha solicitado dar de baja esta dirección de la lista «${list}».`,
      'Si quieres darte de baja, confírmalo aquí:',
      url,
      'Si no, ignora este correo. Todo seguirá igual.',
    ].join('\n\n'),
}
