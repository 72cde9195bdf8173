import type { sharedFields as english } from '../../en/endpoints/shared-fields.ts'

export const sharedFields: typeof english = {
  limit: 'El número máximo de elementos.',
  cursor: 'El cursor de la página siguiente.',
  order: 'El orden.',
  fields: 'Solo estos campos, separados por comas.',
  q: 'Solo los elementos que contienen este texto.',
}
