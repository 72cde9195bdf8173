import type { fieldWarnings as english } from '../en/field-warnings.ts'

export const fieldWarnings: typeof english = {
  field_self_set:
    'Cualquiera puede poner «{name}» por su cuenta, en el formulario y en el centro de preferencias. Si decide un precio o un derecho, hazlo interno: `lists fields update CAMPO --list LISTA --internal`.',
}
