import type * as en from '../en/campaigns.ts'

export const campaignChecks: typeof en.campaignChecks = {
  sender_not_verified: {
    wrong: 'El remitente {from_mail} no está verificado.',
    well: 'El remitente está verificado.',
  },
  reference_gone: {
    wrong: 'Una lista o un segmento de la campaña ya no existe: {field} {id}. Elígelo de nuevo.',
    well: 'Las listas y el segmento de la campaña existen.',
  },
  audience_empty: {
    wrong: 'No hay destinatarios: ningún contacto está activo.',
    well: 'Hay contactos activos entre los destinatarios.',
  },
  subject_empty: { wrong: 'El asunto está vacío.', well: 'El asunto está escrito.' },
  html_empty: { wrong: 'El mensaje está vacío.', well: 'El mensaje tiene contenido.' },
  merge_tag_broken: {
    wrong: 'Hay una etiqueta de personalización no válida en {place}, línea {line}: {message}',
    well: 'Todas las etiquetas de personalización son válidas.',
  },
  filter_refused: {
    wrong: 'El filtro {filter} no está disponible: {place}, línea {line}: {message}',
    well: 'Todos los filtros están disponibles.',
  },
  template_too_slow: {
    wrong: 'La plantilla tarda demasiado en generarse[: {place}, línea {line}: {message}]',
    well: 'La plantilla se genera con rapidez.',
  },
  ab_test_untracked: {
    wrong: 'La prueba A/B depende de {field}, que está desactivado.',
    well: 'Se miden los datos que deciden la prueba A/B.',
  },
  time_past: {
    wrong: 'La hora programada ya ha pasado.',
    well: 'La hora programada no ha pasado.',
  },
  quota: {
    wrong: 'Hay más destinatarios que mensajes disponibles este mes.',
    well: 'La cuota mensual es suficiente.',
  },
  unsubscribe_link_added: {
    wrong: 'El mensaje no tiene enlace de baja. Se añadirá un pie breve con uno.',
    well: 'El mensaje tiene enlace de baja.',
  },
  html_over_102_kb: {
    wrong: 'El HTML ocupa {kb} KB. Gmail corta los mensajes a partir de 102 KB.',
    well: 'El HTML es lo bastante pequeño para Gmail.',
  },
  image_without_alt: {
    wrong: 'Imágenes sin texto alternativo: {count}.',
    well: 'Todas las imágenes tienen texto alternativo.',
  },
  dmarc_not_aligned: {
    wrong: 'El dominio del remitente no autoriza a este servicio (SPF, DKIM, DMARC).',
    well: 'El dominio del remitente autoriza a este servicio.',
  },
  tracking_off: {
    wrong: 'El seguimiento de aperturas y clics está desactivado.',
    well: 'El seguimiento de aperturas o clics está activado.',
  },
  test_not_sent: {
    wrong: 'No se ha enviado ningún correo de prueba desde el último cambio.',
    well: 'Se ha enviado un correo de prueba desde el último cambio.',
  },
  link_broken: { wrong: 'Enlaces rotos: {count}.', well: 'No hay enlaces rotos.' },
  not_checked: {
    wrong: 'No se ha podido hacer esta comprobación: {check}.',
    well: 'Se han hecho todas las comprobaciones.',
  },
}

export const campaignMail: typeof en.campaignMail = {
  unsubscribe: 'Darse de baja',
  testPrefix: '[Prueba] ',
  copyOf: 'Copia de {name}',
  resendOf: '{name} (reenvío)',
}
