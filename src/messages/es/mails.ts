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
}
