import type { publicForms as english } from '../../en/endpoints/public.ts'

export const publicForms: typeof english = {
  verbs: {
    subscribe: {
      summary: 'Suscribirse desde un formulario',
      description: 'La respuesta es siempre la misma, así que no revela quién está suscrito.',
    },
    unsubscribe: {
      summary: 'Darse de baja desde un formulario',
      description: 'Con una dirección de correo, primero se envía un enlace de confirmación.',
    },
  },
  fields: {
    list_id: 'El ID público de la lista.',
    email: 'La dirección de correo.',
    nombre: 'El nombre.',
    customFields: 'Valores de los campos personalizados.',
    captcha: 'La respuesta del captcha.',
    redirect: 'La página a la que se redirige después.',
    website: 'Deja este campo vacío.',
    xsid: 'El ID del suscriptor (xsid).',
    subscriber: 'El ID del suscriptor (xsid) en la URL de una petición de baja con un clic.',
  },
}
