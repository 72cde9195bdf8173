import type { accountWarnings as english } from '../en/account-warnings.ts'

export const accountWarnings: typeof english = {
  sandbox_plan: 'Esta cuenta es de pruebas: su correo va al buzón de pruebas, no a las personas.',
  no_verified_sender: 'Aún no hay ningún remitente verificado: no se puede enviar ninguna campaña.',
  sender_not_verified: '{from_mail} no está verificado: introduce el código que se le envió.',
  domain_not_authenticated:
    '{from_mail}: al dominio le falta SPF o DKIM y su correo puede ser rechazado.',
  quota_nearly_used: 'Se han usado {used} de los {monthly_sends} mensajes de este mes.',
}
