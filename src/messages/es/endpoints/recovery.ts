import type { recovery as english } from '../../en/endpoints/recovery.ts'

export const recovery: typeof english = {
  verbs: {
    forgot: {
      summary: 'Pedir por correo un código para una contraseña nueva',
      description:
        'El código llega a la dirección de la cuenta. La respuesta es la misma si no existe esa cuenta.',
    },
    reset: {
      summary: 'Poner una contraseña nueva con el código del correo',
      description:
        'Se cierran todas las sesiones de la cuenta. Las claves de API siguen siendo válidas.',
    },
  },
  fields: {
    login: 'El nombre de usuario o la dirección de correo.',
    code: 'El código del correo.',
    pass: 'La contraseña nueva: al menos ocho caracteres.',
  },
}
