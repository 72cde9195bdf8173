import type { campaigns as english } from '../../en/endpoints/campaigns.ts'

export const campaigns: typeof english = {
  verbs: {
    list: {
      summary: 'Listar campañas',
      description:
        'Las más recientes van primero. Con status=active: las que se están enviando, esperan o están en pausa.',
    },
    create: {
      summary: 'Crear una campaña',
      description: 'Se envía enseguida, salvo que se guarde como borrador o se le ponga una hora.',
    },
    get: {
      summary: 'Ver una campaña',
    },
    update: {
      summary: 'Cambiar una campaña',
      description: 'Se puede hasta que empieza a enviarse, y mientras está en pausa.',
    },
    delete: {
      summary: 'Borrar una campaña',
      description: 'No se puede mientras se envía: ponla antes en pausa o cancélala.',
    },
    check: {
      summary: 'Comprobar si una campaña está lista',
      description:
        'Mira el remitente, los destinatarios, las etiquetas de combinación, los enlaces, el tamaño y más.',
    },
    test: {
      summary: 'Enviar una prueba de una campaña',
      description: 'Va a diez direcciones como mucho y no cuenta en las estadísticas.',
    },
    send: {
      summary: 'Enviar una campaña ahora',
      description: 'Si ya se está enviando, no cambia nada.',
    },
    stats: {
      summary: 'Ver los resultados de una campaña',
      description:
        'Las aperturas y los clics son de personas; lo que hicieron las máquinas se cuenta aparte.',
    },
    schedule: {
      summary: 'Programar el envío de una campaña',
    },
    unschedule: {
      summary: 'Quitar la programación de una campaña',
      description: 'Vuelve a ser un borrador.',
    },
    pause: {
      summary: 'Poner una campaña en pausa',
    },
    resume: {
      summary: 'Reanudar una campaña en pausa',
    },
    cancel: {
      summary: 'Cancelar una campaña del todo',
      description: 'A quien aún no se le haya escrito ya no se le escribirá.',
    },
    abWinner: {
      summary: 'Elegir la versión ganadora de una prueba A/B',
      description: 'El resto de los destinatarios recibe esta versión.',
    },
    duplicate: {
      summary: 'Copiar una campaña en un borrador nuevo',
    },
    preview: {
      summary: 'Ver el mensaje como lo recibiría un contacto',
    },
    recipients: {
      summary: 'Listar a quién fue una campaña',
    },
    links: {
      summary: 'Listar los enlaces de una campaña y sus clics',
    },
    convert: {
      summary: 'Registrar una conversión',
      description: 'El mismo event_id cuenta una sola vez.',
    },
    resend: {
      summary: 'Preparar un borrador para quienes no lo recibieron',
    },
    archive: {
      summary: 'Publicar una campaña como página web, o retirarla',
    },
  },
  fields: {
    id: 'El número de la campaña.',
    status: 'Solo las que están en este estado.',
    from: 'Solo desde esta fecha.',
    to: 'Hasta cuándo; en un reenvío, a quién.',
    camp_name: 'El nombre, que solo ves tú.',
    asunto: 'El asunto.',
    html: 'El mensaje en HTML.',
    text: 'El mensaje en texto sin formato; si falta, se saca del HTML.',
    preheader: 'La línea que se ve junto al asunto.',
    from_name: 'El nombre del remitente.',
    from_mail: 'La dirección del remitente, que debe estar verificada.',
    reply_to: 'Adónde llegan las respuestas.',
    list_id: 'Las listas a las que va.',
    exclude_list_id: 'Listas cuyos contactos no lo reciben.',
    segment_id: 'Solo los contactos de las listas que están en este segmento.',
    template_id: 'La plantilla de la que sale el mensaje.',
    track_reads: 'Contar quién lo abre.',
    track_links: 'Contar quién hace clic.',
    expect_recipients: 'Cuántos destinatarios debe haber; si no, se pone en pausa.',
    utm: 'Etiquetas que se añaden a los enlaces.',
    attachments: 'Archivos que lo acompañan.',
    ab_test: 'Versiones que se prueban con una parte de los destinatarios, en JSON.',
    draft: 'Guardarla como borrador; no se envía nada.',
    scheduled_at: 'Cuándo se envía.',
    timezone: 'La zona horaria, por ejemplo Europe/Madrid.',
    by_recipient_timezone:
      'A esa hora en el reloj de cada destinatario: el campo timezone dice su zona.',
    emails: 'Las direcciones que reciben la prueba.',
    contact_id: 'El contacto cuyos datos se usan.',
    interval: 'Un punto por hora o por día.',
    variant: 'La versión de una prueba A/B, como a o b.',
    format: 'En qué forma se ve el mensaje.',
    link_id: 'Solo quienes hicieron clic en este enlace.',
    token: 'El token que trajo el clic.',
    name: 'Lo que ocurrió, por ejemplo una compra.',
    value: 'Cuánto valió.',
    currency: 'La moneda, por ejemplo EUR.',
    event_id: 'Tu propio número, para que cuente una sola vez.',
    public: 'Si lo puede ver todo el mundo.',
    slug: 'El final de su dirección.',
  },
}
