import type { accountWarnings as english } from '../en/account-warnings.ts'

export const accountWarnings: typeof english = {
  sandbox_plan:
    'Esta es una cuenta de pruebas: sus correos no salen del entorno de pruebas ni llegan a nadie.',
  no_verified_sender:
    'No tienes ningún remitente verificado, así que todavía no puedes enviar campañas.',
  sender_not_verified:
    '{from_mail} no está verificado. Introduce el código que hemos enviado a esa dirección.',
  domain_not_authenticated:
    '{from_mail}: el dominio no tiene SPF o DKIM para este servicio, así que sus correos pueden ser rechazados.',
  relay_down:
    'El servidor de correo no acepta mensajes desde {since}. El envío se reanudará por sí solo cuando los acepte.',
  quota_nearly_used: 'Este mes has usado {used} de {monthly_sends} mensajes.',
}
