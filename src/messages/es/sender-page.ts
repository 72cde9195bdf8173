import type { senderPage as english } from '../en/sender-page.ts'

export const senderPage: typeof english = {
  title: 'Confirmar un remitente',
  question: '{username} quiere enviar correo en nombre de {from_mail}. ¿Eres tú?',
  confirm: 'Sí, confirmar',
  confirmed: '{from_mail} está confirmado. Puedes cerrar esta página.',
  expired: 'Este enlace ha caducado o ya se usó. Pide otro código.',
}
