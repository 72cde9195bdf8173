import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  senderCode: {
    subject: '{code} es el código de {from_mail}',
    text: `{username} quiere enviar correos desde {from_mail}.

Si eres tú, este es el código:

    {code}

Introduce el código, o abre esta página y confírmalo:
{link}

El código y el enlace son válidos durante {minutes} minutos. Si no eres tú, ignora este correo: sin el código nadie puede enviar desde tu dirección.
`,
  },
  signUp: {
    subject: 'Confirma tu cuenta {username}',
    text: `Alguien ha usado esta dirección para crear la cuenta {username}.

Si has sido tú, abre esta página y confírmalo:
{link}

El enlace es válido durante {hours} horas. Si no has sido tú, ignora este correo: la cuenta no se crea sin tu confirmación.
`,
  },
  signUpAgain: {
    subject: 'Ya tienes una cuenta: {owner}',
    text: `Alguien ha usado esta dirección para crear la cuenta {username}. La dirección ya tiene la cuenta {owner}, así que no se crea otra.

Si has sido tú, inicia sesión como {owner}. Si has olvidado la contraseña:

    remite auth forgot

Si no has sido tú, ignora este correo.
`,
  },
  passwordReset: {
    subject: 'Una contraseña nueva para tu cuenta',
    text: `Alguien ha pedido una contraseña nueva para una cuenta con esta dirección.

Si has sido tú, abre la página o usa el código:

{accounts}
Los enlaces y los códigos son válidos durante {minutes} minutos y sirven una sola vez. Si no has sido tú, ignora este correo: tu contraseña no cambia.
`,
    account: `Cuenta {username}:
{link}

    remite auth reset
    {code}
`,
  },
  campaignPaused: {
    subject: 'La campaña «{name}» está en pausa',
    text: `La campaña «{name}» se ha pausado para proteger tu reputación como remitente.

{problem} {tried}

Los proveedores de correo bloquean a los remitentes con estas cifras. Revisa antes la lista: ¿de dónde
salen sus direcciones y cuándo se les escribió por última vez?

    remite campaigns report {campaign}

Después, reanuda la campaña o cancélala. Si la reanudas, solo contará lo que falle a partir de ahora:

    remite campaigns resume {campaign}
    remite campaigns cancel {campaign}
`,
  },
  automationsHeld: {
    subject: 'Los mensajes de tus automatizaciones están en pausa',
    text: `Los mensajes de tus automatizaciones se han pausado para proteger tu reputación como remitente.

{problem} {tried}

Los proveedores de correo bloquean a los remitentes con estas cifras. No se pierde nada: los contactos
esperan antes de cada mensaje. Revisa antes de dónde salen las direcciones y por qué listas y
formularios han entrado:

    remite dashboard deliverability

Después, activa cada automatización que pueda continuar. A partir de ahí solo contará lo que falle más
tarde:

    remite automations list
    remite automations activate NUMERO
`,
  },
  excess: {
    tried: {
      campaign: 'Mensajes de esta campaña hasta ahora: {count}.',
      account:
        'Mensajes de todas las campañas y automatizaciones en los últimos 7 días, o desde que activaste por última vez automatizaciones en pausa: {count}.',
    },
    problems: {
      bounces: 'Direcciones que no existen: {count}.',
      complaints: 'Destinatarios que han marcado el mensaje como spam: {count}.',
      refusals: 'Mensajes rechazados por los servidores por el mismo motivo: {count}.',
    },
  },
  webhookDisabled: {
    subject: 'Tu webhook {webhook} se ha desactivado',
    text: `No se han podido entregar eventos a esta dirección, así que el webhook se ha desactivado:
{url}

Los eventos pendientes se conservan. Cuando el receptor vuelva a responder, activa el webhook y
reenvía los eventos que se perdió:

    remite webhooks update {webhook} --enabled
    remite webhooks replay {webhook} --since yesterday
`,
  },
}
