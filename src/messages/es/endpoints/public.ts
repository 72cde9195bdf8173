import type { publicForms as english } from '../../en/endpoints/public.ts'

export const publicForms: typeof english = {
  verbs: {
    subscribe: {
      summary: 'Suscribirse desde un formulario',
      description: 'La respuesta es siempre la misma, para que nadie sepa quién está suscrito.',
    },
    unsubscribe: {
      summary: 'Darse de baja desde un formulario',
      description: 'Con la dirección, antes se envía un enlace para confirmar.',
    },
  },
  fields: {
    list_id: 'El código público de la lista.',
    email: 'La dirección de correo.',
    nombre: 'El nombre.',
    customFields: 'Valores de los campos propios.',
    captcha: 'La respuesta del captcha.',
    redirect: 'La página que se muestra después.',
    website: 'Déjalo vacío.',
    xsid: 'El código del suscriptor.',
    subscriber: 'El código del suscriptor, de la dirección de una baja con un clic.',
  },
}
