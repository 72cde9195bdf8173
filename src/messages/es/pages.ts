import type { pages as english } from '../en/pages.ts'

export const pages: typeof english = {
  optInTitle: 'Confirma tu suscripción',
  optInQuestion: '¿Quieres que {email} esté en la lista «{list}»?',
  optInButton: 'Sí, quiero suscribirme',
  optInDone: '{email} está en la lista «{list}». Ya puedes cerrar esta página.',
  leaveTitle: 'Darse de baja',
  leaveQuestion: '¿Quieres que {email} salga de la lista «{list}»?',
  leaveButton: 'Sí, darme de baja',
  leaveDone: '{email} ya no recibirá correos de la lista «{list}». Ya puedes cerrar esta página.',
  signUpTitle: 'Confirma tu cuenta',
  signUpQuestion: '¿Quieres abrir la cuenta {username} para {email}?',
  signUpButton: 'Sí, abrirla',
  signUpDone: 'La cuenta {username} está abierta: ya puedes iniciar sesión y cerrar esta página.',
  invalidTitle: 'Este enlace no funciona',
  invalidText: 'Está incompleto, es demasiado antiguo o ya se ha usado.',
}
