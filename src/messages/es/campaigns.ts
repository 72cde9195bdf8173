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
  foreign_tag: {
    wrong:
      '{tag} es una etiqueta de {tool} y se vería tal cual[. Escribe {suggestion}] ({place}, línea {line}).',
    well: 'No hay etiquetas de otras herramientas.',
  },
  merge_tag_unknown: {
    wrong:
      '{tag} no corresponde a ningún campo de las listas y no muestra nada ({place}, línea {line}).[ ¿Querías decir {suggestion}?]',
    well: 'Todas las etiquetas de personalización existen.',
  },
  link_empty: {
    wrong: 'Un enlace no lleva a ninguna parte: «{url}» ({place}, línea {line}).',
    well: 'Todos los enlaces tienen dirección.',
  },
  link_relative: {
    wrong:
      'Al enlace «{url}» le falta https:// delante: en un programa de correo no lleva a ninguna parte ({place}, línea {line}).[ ¿Querías decir {suggestion}?]',
    well: 'Todos los enlaces tienen una dirección completa.',
  },
  link_local: {
    wrong:
      'El enlace «{url}» lleva a tu propio equipo o red, que tus lectores no pueden ver ({place}, línea {line}).',
    well: 'Ningún enlace lleva a tu propio equipo o red.',
  },
  link_invalid: {
    wrong:
      'El enlace «{url}» no es una dirección válida ({place}, línea {line}).[ ¿Querías decir {suggestion}?]',
    well: 'Todos los enlaces son direcciones válidas.',
  },
  link_broken: {
    wrong: 'La página del enlace «{url}» no existe: {reason} ({place}, línea {line}).',
    well: 'No se ha encontrado ningún enlace roto.',
  },
  link_unanswered: {
    wrong: 'El enlace «{url}» no ha respondido como se esperaba: {reason} ({place}, línea {line}).',
    well: 'Todos los enlaces comprobados responden.',
  },
  links_not_asked: {
    wrong:
      'Enlaces que no se han podido comprobar porque no hay red: {count}.[ La última comprobación fue el {last}.]',
    well: 'Los enlaces se han podido comprobar.',
  },
  image_not_shown: {
    wrong:
      'Los programas de correo no pueden mostrar la imagen «{url}»: necesita una dirección https:// pública ({place}, línea {line}).[ ¿Querías decir {suggestion}?]',
    well: 'Todas las imágenes tienen una dirección pública.',
  },
  image_broken: {
    wrong: 'La imagen «{url}» no existe: {reason} ({place}, línea {line}).',
    well: 'No se ha encontrado que falte ninguna imagen.',
  },
  image_alt_empty: {
    wrong:
      'Imágenes enlazadas con el texto alternativo vacío: {count}. Sin imágenes, de esos enlaces no queda nada.',
    well: 'Todas las imágenes enlazadas tienen texto.',
  },
  image_only: {
    wrong: 'El mensaje apenas tiene texto aparte de las imágenes. Sin ellas se queda vacío.',
    well: 'El mensaje se entiende sin imágenes.',
  },
  image_too_large: {
    wrong:
      'La imagen «{url}» es grande[: {kb} KB][, {width} píxeles de ancho] ({place}, línea {line}).',
    well: 'No se ha encontrado ninguna imagen demasiado grande.',
  },
  rendered_link_empty: {
    wrong:
      'Para {count} de {total} destinatarios de muestra, un enlace o una imagen no tiene dirección[: {url}].',
    well: 'Ningún destinatario de muestra recibe enlaces vacíos.',
  },
  greeting_empty: {
    wrong:
      'Para {count} de {total} destinatarios de muestra, el saludo no tiene nombre: «{greeting}».',
    well: 'El saludo está completo para todos los destinatarios de muestra.',
  },
  field_empty: {
    wrong:
      '{count} de {total} destinatarios no tienen {field}, y la etiqueta no tiene valor por defecto ({place}, línea {line}).',
    well: 'Todas las etiquetas tienen valor o un valor por defecto.',
  },
  html_unbalanced: {
    wrong:
      'Hay elementos sin cerrar o cierres sin apertura: {count}; el primero es {element}[ (línea {line})].',
    well: 'Todos los elementos del HTML están cerrados.',
  },
  text_differs: {
    wrong:
      'La versión de texto solo tiene el {percent}% de las palabras del HTML. Los filtros antispam desconfían de mensajes así.',
    well: 'La versión de texto dice lo mismo que el HTML.',
  },
  subject_long: {
    wrong: 'El asunto tiene {length} caracteres. Las bandejas muestran menos de {limit}.',
    well: 'El asunto es lo bastante corto.',
  },
  subject_reply: {
    wrong: 'El asunto empieza como el de una respuesta o un reenvío.',
    well: 'El asunto no se hace pasar por una respuesta.',
  },
  subject_shouting: {
    wrong: 'El asunto grita: mayúsculas o signos repetidos, como en el correo basura.',
    well: 'El asunto no grita.',
  },
  preheader_long: {
    wrong:
      'El texto de vista previa tiene {length} caracteres. Las bandejas muestran menos de {limit}.',
    well: 'El texto de vista previa es lo bastante corto.',
  },
  postal_address_missing: {
    wrong:
      'El mensaje no lleva la dirección postal del remitente, que exige la ley en muchos países.',
    well: 'El mensaje lleva una dirección postal.',
  },
  unsubscribe_hidden: {
    wrong: 'El enlace de baja del mensaje no se ve ({place}, línea {line}).',
    well: 'El enlace de baja se ve.',
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
    well: 'A ninguna imagen le falta el atributo alt.',
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
  not_checked: {
    wrong: 'No se ha podido hacer esta comprobación: {check}.',
    well: 'Se han hecho todas las comprobaciones.',
  },
}

export const linkFaults: typeof en.linkFaults = {
  name_unknown: 'su dominio no existe',
  timed_out: 'no ha respondido a tiempo',
  refused: 'el servidor ha rechazado la conexión',
  tls_failed: 'su certificado no es válido',
  broken_off: 'la conexión se ha cortado',
  not_public: 'lleva a una red privada',
  too_many_redirects: 'redirige demasiadas veces',
}

export const campaignMail: typeof en.campaignMail = {
  unsubscribe: 'Darse de baja',
  testPrefix: '[Prueba] ',
  copyOf: 'Copia de {name}',
  resendOf: '{name} (reenvío)',
}
