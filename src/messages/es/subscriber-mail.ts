import type { subscriberMail as english } from '../en/subscriber-mail.ts'

export const subscriberMail: typeof english = {
  optInSubject: (list) => `Confirma tu suscripción: ${list}`,
  optInRequested: (list) => `Alguien ha solicitado suscribir esta dirección a la lista «${list}».`,
  optInLink: 'Si has sido tú, confírmalo aquí:',
  optInButton: 'Confirmar mi suscripción',
  plainLink: 'Si el botón no funciona, abre esta página:',
  optInIgnore: 'Si no has sido tú, ignora este correo. No se te suscribirá.',
  privacy: 'Política de privacidad',
  welcomeSubject: 'Te damos la bienvenida',
  unsubscribeSubject: (list) => `¿Quieres darte de baja de ${list}?`,
  unsubscribeText: (list, url) =>
    [
      `Alguien ha solicitado dar de baja esta dirección de la lista «${list}».`,
      'Si quieres darte de baja, confírmalo aquí:',
      url,
      'Si no, ignora este correo. Todo seguirá igual.',
    ].join('\n\n'),
  dataExport: {
    subject: 'Descarga tus datos personales',
    reason: (list) =>
      `Alguien ha solicitado descargar todo lo que el remitente de «${list}» guarda sobre esta dirección. El enlace es válido durante 24 horas. No reenvíes este correo.`,
    linkIntro: 'Si has sido tú, descarga tus datos aquí:',
    button: 'Descargar mis datos',
    ignore: 'Si no has sido tú, ignora este correo. Nadie recibirá tus datos.',
  },
  dataErasure: {
    subject: '¿Quieres eliminar tus datos?',
    reason: (list) =>
      `Alguien ha solicitado eliminar todo lo que el remitente de «${list}» guarda sobre esta dirección. El enlace es válido durante 24 horas. No reenvíes este correo.`,
    linkIntro: 'Si has sido tú, elimina tus datos aquí:',
    button: 'Eliminar mis datos',
    ignore: 'Si no has sido tú, ignora este correo. No se eliminará nada.',
  },
}
