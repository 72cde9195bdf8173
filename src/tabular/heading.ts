/** Normalizes a column or field name for comparison: without case, accents and punctuation. */
export const foldHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export type ContactField = 'email' | 'nombre' | 'apellidos' | 'tags'

/** Normalized headings that identify their column. */
const headings: Record<ContactField, readonly string[]> = {
  email: [
    'email',
    'e mail',
    'mail',
    'correo',
    'correo electronico',
    'direccion de correo',
    'direccion de correo electronico',
    'email address',
    'e mail address',
  ],
  nombre: ['nombre', 'nombre completo', 'name', 'first name', 'firstname', 'full name'],
  apellidos: ['apellidos', 'apellido', 'surname', 'last name', 'lastname'],
  tags: ['tags', 'tag', 'etiquetas', 'etiqueta'],
}

const byHeading = new Map(
  Object.entries(headings).flatMap(([field, names]) =>
    names.map((name) => [name, field as ContactField] as const),
  ),
)

export const contactFieldOf = (heading: string): ContactField | undefined =>
  byHeading.get(foldHeading(heading))
