import type { optin as english } from '../../en/endpoints/optin.ts'

export const optin: typeof english = {
  verbs: {
    get: {
      summary: 'Ver el texto de tu correo de confirmación',
      description: 'Sin una plantilla, es el que trae el programa.',
    },
    set: {
      summary: 'Usar una plantilla para tu correo de confirmación',
      description:
        'La plantilla necesita `{{ confirm_url }}`. También puede usar `list_name`, `sender_name`, `postal_address`, `email` y `nombre`.',
    },
    reset: {
      summary: 'Volver al texto original de tu correo de confirmación',
    },
  },
  fields: {
    id: 'El ID del usuario.',
    language: 'El idioma, `en` o `es`.',
    template_id: 'La plantilla con el mensaje.',
    subject: 'El asunto. Por defecto, el de la plantilla.',
  },
}
