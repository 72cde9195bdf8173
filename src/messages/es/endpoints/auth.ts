import type { auth as english } from '../../en/endpoints/auth.ts'

export const auth: typeof english = {
  verbs: {
    getToken: {
      summary: 'Iniciar sesión',
      description:
        'Devuelve un token para un usuario y una contraseña. El token es válido durante un día, o hasta un año con rememberMe.',
    },
    logout: {
      summary: 'Cerrar sesión',
      description: 'Cierra esta sesión, o todas las de la cuenta.',
    },
  },
  fields: {
    username: 'El nombre de usuario.',
    pass: 'La contraseña.',
    rememberMe: 'Mantener la sesión abierta hasta un año.',
    all: 'Cerrar todas las sesiones, no solo esta.',
  },
}
