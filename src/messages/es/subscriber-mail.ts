import type { subscriberMail as english } from '../en/subscriber-mail.ts'

export const subscriberMail: typeof english = {
  optInSubject: (list) => `Confirma tu suscripción: ${list}`,
  optInText: (list, url) =>
    [
      `Alguien ha pedido que esta dirección se añada a la lista «${list}».`,
      'Si has sido tú, confírmalo aquí:',
      url,
      'Si no, no hagas nada: no estarás en la lista.',
    ].join('\n\n'),
  unsubscribeSubject: (list) => `¿Quieres salir de la lista ${list}?`,
  unsubscribeText: (list, url) =>
    [
      `Alguien ha pedido que esta dirección se quite de la lista «${list}».`,
      'Si es lo que quieres, confírmalo aquí:',
      url,
      'Si no, no hagas nada: todo seguirá como está.',
    ].join('\n\n'),
}
