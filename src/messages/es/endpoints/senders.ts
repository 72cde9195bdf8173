import type { senders as english } from '../../en/endpoints/senders.ts'

export const senders: typeof english = {
  verbs: {
    create: {
      summary: 'Añadir un remitente',
      description:
        'Envía un código a la dirección y comprueba los registros SPF y DKIM del dominio.',
    },
    verify: {
      summary: 'Verificar un remitente',
      description: 'Con el código del correo, o pidiendo otro código.',
    },
    list: {
      summary: 'Listar remitentes',
    },
  },
  fields: {
    from_name: 'El nombre que ven los destinatarios.',
    from_mail: 'La dirección de correo.',
    reply_to: 'La dirección de respuesta.',
    code: 'El código de seis cifras del correo.',
    token: 'El token del enlace del correo.',
    resend: 'Enviar otro código.',
    recheck: 'Volver a comprobar los registros DNS.',
  },
}
