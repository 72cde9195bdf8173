import type * as en from '../en/campaigns.ts'

export const campaignChecks: typeof en.campaignChecks = {
  sender_not_verified: {
    wrong: 'El remitente {from_mail} no está verificado.',
    well: 'El remitente está verificado.',
  },
  audience_empty: {
    wrong: 'No hay ningún contacto activo al que enviar.',
    well: 'Hay contactos a los que enviar.',
  },
  subject_empty: { wrong: 'El asunto está vacío.', well: 'Hay asunto.' },
  html_empty: { wrong: 'El mensaje está vacío.', well: 'Hay mensaje.' },
  merge_tag_broken: {
    wrong: 'No se entiende una etiqueta de {place}, en la línea {line}: {message}',
    well: 'Las etiquetas se entienden.',
  },
  ab_test_untracked: {
    wrong: 'La prueba A/B se decide por algo que no se cuenta: {field}.',
    well: 'Se cuenta lo que decide la prueba A/B.',
  },
  time_past: {
    wrong: 'La hora programada ya ha pasado.',
    well: 'La hora programada no ha pasado.',
  },
  quota: {
    wrong: 'Tiene más destinatarios de los que quedan este mes.',
    well: 'La cuota es suficiente.',
  },
  unsubscribe_link_added: {
    wrong: 'El mensaje no tiene enlace de baja: se añade un pie breve con él.',
    well: 'El mensaje tiene enlace de baja.',
  },
  html_over_102_kb: {
    wrong: 'El HTML ocupa {kb} KB; Gmail oculta lo que pasa de 102 KB.',
    well: 'El HTML es lo bastante pequeño para que Gmail lo muestre entero.',
  },
  image_without_alt: {
    wrong: 'Imágenes sin texto para quien no las ve: {count}.',
    well: 'Todas las imágenes tienen texto para quien no las ve.',
  },
  dmarc_not_aligned: {
    wrong: 'El dominio del remitente no autoriza a este servicio (SPF, DKIM, DMARC).',
    well: 'El dominio del remitente autoriza a este servicio.',
  },
  tracking_off: {
    wrong: 'No se cuentan aperturas ni clics.',
    well: 'Se cuentan aperturas o clics.',
  },
  test_not_sent: {
    wrong: 'No se ha enviado ninguna prueba desde el último cambio.',
    well: 'Se ha enviado una prueba desde el último cambio.',
  },
  link_broken: {
    wrong: 'Enlaces que no llevan a ninguna parte: {count}.',
    well: 'Los enlaces llevan a alguna parte.',
  },
  not_checked: { wrong: 'No se ha podido comprobar: {check}.', well: 'Se ha comprobado todo.' },
}

export const campaignMail: typeof en.campaignMail = {
  unsubscribe: 'Darse de baja',
  testPrefix: '[Prueba] ',
  copyOf: 'Copia de {name}',
  againOf: '{name} (de nuevo)',
}
