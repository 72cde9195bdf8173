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
  webhookDisabled: {
    subject: 'Tu webhook {webhook} se ha desactivado',
    text: `No se han podido entregar eventos a esta dirección, así que el webhook se ha desactivado:
{url}

Los eventos pendientes se conservan. Cuando el receptor vuelva a responder, activa el webhook y
reenvía los eventos que se perdió:

    remite webhooks update {webhook} --enabled
    remite webhooks replay {webhook} --from yesterday
`,
  },
}
