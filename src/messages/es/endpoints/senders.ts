import type { senders as english } from '../../en/endpoints/senders.ts'

export const senders: typeof english = {
  verbs: {
    create: {
      summary: 'Añadir un remitente',
      description: 'Se envía un código a la dirección y se comprueban SPF y DKIM en el dominio.',
    },
    verify: {
      summary: 'Verificar un remitente',
      description: 'Con el código del mensaje; o pide otro.',
    },
    list: {
      summary: 'Listar remitentes',
    },
  },
  fields: {
    from_name: 'El nombre que ven los destinatarios.',
    from_mail: 'La dirección.',
    reply_to: 'Adónde llegan las respuestas.',
    code: 'Los seis dígitos del mensaje.',
    token: 'El token del enlace del mensaje.',
    resend: 'Enviar otro código.',
    recheck: 'Volver a mirar el DNS.',
  },
}
