/**
 * Hints for one verb, or for all verbs of a noun, instead of that of the failure: by path, code and, where it matters,
 * the status in which the failure left things. Names in braces are arguments as they were typed.
 */
export const verbHints: Readonly<Record<string, string>> = {
  'campaigns cancel wrong_state draft':
    'A draft is not sent until you send it. To delete it, use `remite campaigns delete {id}`.',
  'campaigns wrong_state draft': 'To send it, use `remite campaigns send {id}`.',
  'campaigns wrong_state scheduled':
    'Take it off the schedule first: `remite campaigns unschedule {id}`.',
  'campaigns wrong_state queued': 'To stop it, use `remite campaigns cancel {id}`.',
  'campaigns wrong_state sending':
    'To interrupt it, use `remite campaigns pause {id}`. To stop it for good, use `remite campaigns cancel {id}`.',
  'campaigns wrong_state ab_testing':
    'To interrupt it, use `remite campaigns pause {id}`. To stop it for good, use `remite campaigns cancel {id}`.',
  'campaigns wrong_state paused':
    'To continue, use `remite campaigns resume {id}`. To stop it for good, use `remite campaigns cancel {id}`.',
  'campaigns wrong_state sent': 'To use it again, copy it: `remite campaigns duplicate {id}`.',
  'campaigns wrong_state cancelled': 'To use it again, copy it: `remite campaigns duplicate {id}`.',
  'campaigns wrong_state failed': 'To use it again, copy it: `remite campaigns duplicate {id}`.',
  'automations delete wrong_state active':
    'Deactivate it first: `remite automations deactivate {id}`.',
  'automations delete wrong_state':
    'Contacts are still in it. To remove them with it, add {--force}.',
  'automations trigger wrong_state': 'Activate it first: `remite automations activate {id}`.',
  'auth switch not_found': '`remite auth list` shows the profiles.',
  'lists imports resume not_found': '`remite lists imports list` shows those that can be resumed.',
  'webhooks replay wrong_state': 'Enable it first: `remite webhooks update {webhook} --enabled`.',
}
