import type { campaigns as english } from '../../en/endpoints/campaigns.ts'

export const campaigns: typeof english = {
  verbs: {
    list: {
      summary: 'Listar campañas',
      description:
        'Las más recientes primero; con sort, las de mayor tasa primero. status=active devuelve las programadas, en envío o en pausa.',
    },
    create: {
      summary: 'Crear una campaña',
      description:
        'La campaña se envía de inmediato, salvo que la guardes como borrador o la programes.',
    },
    get: {
      summary: 'Ver una campaña',
    },
    update: {
      summary: 'Cambiar una campaña',
      description: 'Es posible antes de que empiece el envío y mientras la campaña está en pausa.',
    },
    delete: {
      summary: 'Borrar una campaña',
      description: 'No es posible mientras se envía. Ponla antes en pausa o cancélala.',
    },
    check: {
      summary: 'Comprobar si una campaña está lista para enviarse',
      description:
        'Comprueba el remitente, los destinatarios, las etiquetas de personalización, los enlaces, el tamaño y más. `recipients` es el número exacto si se enviara ahora. `left_out` cuenta los demás contactos de las listas, cada uno por el primer motivo que le corresponde, en el orden mostrado, de modo que la suma es el tamaño de las listas. Los resultados sobre el contenido indican sus lugares (`places`) y qué escribir en ellos (`suggestion`); los `fixable` solo tienen un arreglo. Se piden los enlaces y las imágenes, y las respuestas se guardan un día.',
    },
    test: {
      summary: 'Enviar un correo de prueba de una campaña',
      description:
        'Se envía a diez direcciones como máximo. Las pruebas cuentan en los envíos del mes, pero no en las estadísticas. Cada día pueden ir pocas a direcciones que no son tuyas.',
    },
    send: {
      summary: 'Enviar una campaña ahora',
      description: 'No tiene efecto si la campaña ya se está enviando.',
    },
    stats: {
      summary: 'Ver los resultados de una campaña',
      description:
        'Las aperturas y los clics son de personas. La actividad automática se cuenta aparte. open_rate, click_rate, unsubscribe_rate y complaint_rate son sobre los mensajes entregados; click_to_open, sobre los destinatarios que abrieron; y bounce_rate, sobre los enviados y los fallidos.',
    },
    schedule: {
      summary: 'Programar el envío de una campaña',
    },
    unschedule: {
      summary: 'Anular la programación de una campaña',
      description: 'La campaña vuelve a ser un borrador.',
    },
    pause: {
      summary: 'Poner una campaña en pausa',
    },
    resume: {
      summary: 'Reanudar una campaña en pausa',
    },
    cancel: {
      summary: 'Cancelar una campaña definitivamente',
      description: 'Los destinatarios que aún no la han recibido ya no la recibirán.',
    },
    abWinner: {
      summary: 'Elegir la variante ganadora de una prueba A/B',
      description: 'El resto de los destinatarios recibe esta variante.',
    },
    duplicate: {
      summary: 'Copiar una campaña en un borrador nuevo',
    },
    preview: {
      summary: 'Previsualizar un mensaje como lo recibiría un contacto',
    },
    recipients: {
      summary: 'Listar los destinatarios de una campaña',
      description:
        'Con lo que le ha pasado a cada uno, y cuándo. El CSV tiene una columna para cada cosa. Con since, una descarga incremental lee solo los destinatarios a los que les ha pasado algo: el mensaje se envió, se abrió, recibió un clic o se devolvió, o el destinatario se dio de baja, se quejó o convirtió.',
    },
    links: {
      summary: 'Listar los enlaces de una campaña y sus clics',
    },
    convert: {
      summary: 'Registrar una conversión',
      description: 'Cada event_id cuenta una sola vez.',
    },
    resend: {
      summary: 'Crear un borrador para los contactos que no la recibieron o no la abrieron',
    },
    archive: {
      summary: 'Publicar una campaña como página web, o retirarla',
    },
  },
  fields: {
    id: 'El ID de la campaña.',
    status: 'Solo campañas o destinatarios con este estado.',
    from: 'Solo desde esta fecha.',
    to: 'Solo hasta esta fecha. En un reenvío: a qué destinatarios.',
    camp_name: 'El nombre interno. Los destinatarios no lo ven.',
    asunto: 'El asunto.',
    html: 'La versión HTML del mensaje.',
    text: 'La versión en texto sin formato. Si falta, se genera a partir del HTML.',
    preheader: 'El texto de vista previa que los programas de correo muestran junto al asunto.',
    from_name: 'El nombre del remitente.',
    from_mail: 'La dirección de correo del remitente. Debe estar verificada.',
    reply_to: 'La dirección de respuesta.',
    list_id: 'Las listas a las que se envía.',
    exclude_list_id: 'Listas cuyos contactos quedan excluidos.',
    segment_id: 'Solo los contactos de este segmento.',
    template_id: 'La plantilla con la que se crea el mensaje.',
    track_reads: 'Hacer seguimiento de las aperturas.',
    track_links: 'Hacer seguimiento de los clics.',
    expect_recipients:
      'El número de destinatarios esperado. Si no coincide, la campaña se pone en pausa.',
    utm: 'Parámetros UTM que se añaden a los enlaces.',
    attachments: 'Archivos adjuntos.',
    ab_test: 'Las variantes de una prueba A/B y sus ajustes, en JSON.',
    draft: 'Guardarla como borrador sin enviarla.',
    scheduled_at: 'Cuándo se envía.',
    timezone: 'La zona horaria, por ejemplo Europe/Madrid.',
    by_recipient_timezone: 'Enviar a esa hora local de cada destinatario, según su campo timezone.',
    emails: 'Las direcciones que reciben el correo de prueba.',
    contact_id: 'El contacto cuyos datos rellenan las etiquetas de personalización.',
    interval: 'Un dato por hora o por día.',
    breakdown:
      'También los resultados por dominio y los rebotes por motivo. El recuento tarda más.',
    variant: 'La variante de la prueba A/B, como a o b.',
    format: 'El formato del mensaje.',
    link_id: 'Solo los destinatarios que hicieron clic en este enlace.',
    since: 'Solo destinatarios a los que les ha pasado algo a partir de este momento.',
    sort: 'La tasa por la que ordenar, en lugar de la fecha de creación.',
    dry_run: 'Solo contar los destinatarios. No se guarda ni se envía nada.',
    token: 'El token que el clic añadió a la URL.',
    name: 'El nombre de la conversión, por ejemplo compra.',
    value: 'El valor de la conversión.',
    currency: 'La moneda, por ejemplo EUR.',
    event_id: 'Tu propio ID único de esta conversión. Solo cuenta una vez.',
    public: 'Si la página es pública.',
    slug: 'La última parte de la URL.',
  },
}
