import { fontNames } from '../../../core/mail/message-fonts.ts'

import type { brand as english } from '../../en/endpoints/brand.ts'

export const brand: typeof english = {
  verbs: {
    get: {
      summary: 'Mostrar tu marca, tal como la ven los suscriptores',
      description: 'Una lista muestra los datos de la cuenta cuando no tiene los suyos.',
    },
    set: {
      summary: 'Cambiar tu marca en las páginas y los mensajes',
      description: 'Un valor vacío borra el anterior.',
    },
  },
  fields: {
    id: 'El ID del usuario.',
    list_id: 'Solo para esta lista, por número o nombre.',
    name: 'El nombre del remitente.',
    logo_url: 'La dirección del logotipo. Empieza por https://.',
    color: 'El color principal, como #0b57d0. Los textos usan un tono que se lee bien.',
    font: `La fuente de los mensajes y las páginas: ${fontNames.join(', ')}.`,
    site: 'El sitio web.',
    address: 'La dirección postal.',
    privacy_url: 'La dirección de la política de privacidad.',
  },
}
