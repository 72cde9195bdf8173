import type { suppressions as english } from '../../en/endpoints/suppressions.ts'

export const suppressions: typeof english = {
  verbs: {
    list: {
      summary: 'Listar las direcciones bloqueadas',
      description: 'Las de toda la cuenta y, con una lista, también las de esa lista.',
    },
    add: {
      summary: 'Bloquear direcciones',
      description:
        'Ninguna lista de la cuenta les envía más o, con una lista, no les envía esa. Hasta 5000 a la vez.',
    },
    remove: {
      summary: 'Levantar el bloqueo de una dirección',
      description:
        'Solo el de un rebote o uno que hayas añadido tú. Una baja o una queja solo las puede retirar la persona.',
    },
  },
  fields: {
    list_id: 'La lista, por número o nombre. Por defecto, toda la cuenta.',
    type: 'Por qué está bloqueada la dirección.',
    email: 'La dirección de correo.',
    suppressions: 'Las direcciones.',
    scope: 'A qué se aplica el bloqueo.',
    reason: 'El motivo, que se guarda.',
  },
}
