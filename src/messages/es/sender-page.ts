import type { senderPage as english } from '../en/sender-page.ts'

export const senderPage: typeof english = {
  title: 'Confirmar un remitente',
  question: '{username} quiere enviar correos desde {from_mail}. ¿Eres tú?',
  confirm: 'Sí, confirmar',
  confirmed: '{from_mail} está confirmado. Ya puedes cerrar esta página.',
  expired: 'Este enlace ha caducado o ya se ha usado. Pide otro código.',
}
