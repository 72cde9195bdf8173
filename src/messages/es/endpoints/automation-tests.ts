import type { automationTests as english } from '../../en/endpoints/automation-tests.ts'

export const automationTests: typeof english = {
  verbs: {
    walk: {
      summary: 'Recorrer una automatización con un contacto sin enviar nada',
      description:
        'Un reloj propio salta de paso en paso. Muestra cada paso y cada mensaje que recibiría este contacto, y no guarda nada. Las esperas terminan con los eventos que indiques, o vencen.',
    },
  },
  fields: {
    id: 'El número de la automatización.',
    contact: 'El contacto, por número o dirección de correo.',
    event:
      'El evento que inicia el recorrido, como `{"properties": {"total": 30}}`, o una lista con los que ocurren después, cada uno con su hora `at`.',
    enrolled: 'Si el contacto entra. No entra si no se le puede enviar correo.',
    ended_by: 'Cómo termina el recorrido. Nulo si continúa después de 200 pasos.',
    steps: 'Los pasos, en orden.',
    messages: 'Los mensajes, en orden.',
  },
}
