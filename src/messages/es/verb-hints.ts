import type { verbHints as english } from '../en/verb-hints.ts'

export const verbHints: typeof english = {
  'campaigns cancel wrong_state draft':
    'Un borrador no sale hasta que lo envías. Para borrarlo, usa `remite campaigns delete {id}`.',
  'campaigns wrong_state draft': 'Para enviarla, usa `remite campaigns send {id}`.',
  'campaigns wrong_state scheduled':
    'Quítale antes la programación: `remite campaigns unschedule {id}`.',
  'campaigns wrong_state queued': 'Para detenerla, usa `remite campaigns cancel {id}`.',
  'campaigns wrong_state sending':
    'Para interrumpirla, usa `remite campaigns pause {id}`. Para detenerla del todo, usa `remite campaigns cancel {id}`.',
  'campaigns wrong_state ab_testing':
    'Para interrumpirla, usa `remite campaigns pause {id}`. Para detenerla del todo, usa `remite campaigns cancel {id}`.',
  'campaigns wrong_state paused':
    'Para continuar, usa `remite campaigns resume {id}`. Para detenerla del todo, usa `remite campaigns cancel {id}`.',
  'campaigns wrong_state sent': 'Para volver a usarla, cópiala: `remite campaigns duplicate {id}`.',
  'campaigns wrong_state cancelled':
    'Para volver a usarla, cópiala: `remite campaigns duplicate {id}`.',
  'campaigns wrong_state failed':
    'Para volver a usarla, cópiala: `remite campaigns duplicate {id}`.',
  'automations delete wrong_state active':
    'Desactívala primero: `remite automations deactivate {id}`.',
  'automations delete wrong_state':
    'Todavía hay contactos dentro. Para quitarlos con ella, añade {--force}.',
  'automations trigger wrong_state': 'Actívala primero: `remite automations activate {id}`.',
  'auth switch not_found': '`remite auth list` muestra los perfiles.',
  'lists imports resume not_found':
    '`remite lists imports list` muestra las que se pueden continuar.',
  'webhooks replay wrong_state': 'Actívalo primero: `remite webhooks update {webhook} --enabled`.',
}
