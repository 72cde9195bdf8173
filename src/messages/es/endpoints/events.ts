import type { events as english } from '../../en/endpoints/events.ts'

export const events: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los eventos y las entregas a webhooks',
      description:
        'La línea de comandos muestra también los eventos que has enviado (`contact.event`); con sus nombres y valores: `events received`. `--webhook` muestra solo lo que recibió un webhook.',
    },
  },
  fields: {
    type: 'Solo los eventos de este tipo.',
    from: 'El inicio del periodo.',
    to: 'El final del periodo.',
    contact_id: 'Solo los eventos de este contacto.',
    campaign_id: 'Solo los eventos de esta campaña.',
    webhook_id: 'Solo los eventos enviados a este webhook.',
  },
}
