import type { sharedFields as english } from '../../en/endpoints/shared-fields.ts'

export const sharedFields: typeof english = {
  limit: 'Cuántos como mucho.',
  cursor: 'Dónde empieza la página siguiente.',
  order: 'En qué orden.',
  fields: 'Solo estos campos, separados por comas.',
  q: 'Solo lo que contiene este texto.',
}
