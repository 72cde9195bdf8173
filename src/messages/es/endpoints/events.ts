import type { events as english } from '../../en/endpoints/events.ts'

export const events: typeof english = {
  verbs: {
    list: {
      summary: 'Listar lo que ha pasado y lo que se avisó a los webhooks',
    },
  },
  fields: {
    type: 'Solo los sucesos de este tipo.',
    from: 'Desde cuándo.',
    to: 'Hasta cuándo.',
    contact_id: 'Solo los de este contacto.',
    campaign_id: 'Solo los de esta campaña.',
    webhook_id: 'Solo los enviados a este webhook.',
  },
}
