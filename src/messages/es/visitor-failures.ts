import type { visitorFailures as english } from '../en/visitor-failures.ts'

export const visitorFailures: typeof english = {
  not_found: {
    title: 'Este enlace ya no es válido',
    sentence: 'Está incompleto o lleva a algo que ya no existe.',
  },
  unsubscribed: {
    title: 'Ya estás de baja',
    sentence: 'Ya te has dado de baja de esta lista.',
  },
  forbidden: {
    title: 'No se puede desde aquí',
    sentence:
      'Este formulario no se envió desde nuestra página. Vuelve a abrir el enlace del correo.',
  },
  no_such_route: {
    title: 'Esta página no existe',
    sentence: 'Comprueba la dirección o usa el enlace del correo.',
  },
  internal: {
    title: 'Algo ha fallado',
    sentence: 'El fallo es nuestro. Inténtalo de nuevo más tarde.',
  },
}
