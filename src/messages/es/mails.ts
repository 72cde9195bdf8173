import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  senderCode: {
    subject: '{code} es el código de {from_mail}',
    text: `{username} quiere enviar correo en nombre de {from_mail}.

Si eres tú, este es el código:

    {code}

Introdúcelo, o abre esta página y confírmalo en ella:
{link}

Ambos valen {minutes} minutos. Si no eres tú, no hagas nada: sin el código nadie envía en tu nombre.
`,
  },
  signUp: {
    subject: 'Confirma tu cuenta {username}',
    text: `Alguien ha pedido la cuenta {username} con esta dirección.

Si has sido tú, abre esta página y confírmala en ella:
{link}

Vale durante {hours} horas. Si no has sido tú, no hagas nada: sin ella no hay cuenta.
`,
  },
  webhookDisabled: {
    subject: 'Tu webhook {webhook} se ha desactivado',
    text: `No se han podido entregar sucesos a esta dirección, y ya no se le envía nada:
{url}

Lo que está pendiente se conserva. Cuando el receptor vuelva a responder, activa el webhook y pide los
sucesos que hubo mientras tanto:

    remite webhooks update {webhook} --enabled
    remite webhooks replay {webhook} --from yesterday
`,
  },
}
