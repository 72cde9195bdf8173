import type { invites as english } from '../../en/endpoints/invites.ts'

export const invites: typeof english = {
  verbs: {
    create: {
      summary: 'Crear una invitación con la que una persona puede registrarse',
      description:
        'El código se muestra una sola vez. Sirve en un servicio con `--signup invite` u `open`.',
    },
  },
  fields: {
    days: 'Cuántos días se puede usar el código.',
  },
}
