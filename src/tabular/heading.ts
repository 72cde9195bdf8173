import { foldHeading } from '../core/fold-name.ts'

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

/**
 * What a column says about the consent of a contact. `bounced_at`, `complained_at` and
 * `suppressed_at` are dates, or yes and no.
 */
export type ConsentField =
  | 'status'
  | 'unsubscribed_at'
  | 'bounced_at'
  | 'complained_at'
  | 'suppressed_at'
  | 'confirmed_at'
  | 'created_at'
  | 'suppression'
  | 'suppression_scope'
  | 'reason'

/**
 * Normalized headings, the own ones first. Exports of Mailchimp name the time of an opt-out
 * `UNSUB_TIME` and that of a bounce `CLEAN_TIME`, and have no status.
 */
const consentHeadings: Record<ConsentField, readonly string[]> = {
  status: [
    ...['status', 'subscription status', 'subscriber status', 'email status', 'contact status'],
    ...['member status', 'email marketing status', 'estado', 'estado de suscripcion'],
    ...['estado de la suscripcion', 'estado del contacto'],
  ],
  unsubscribed_at: [
    ...['unsubscribed at', 'unsub time', 'unsubscribed', 'is unsubscribed', 'unsubscribe date'],
    ...['unsubscribed date', 'unsubscribed on', 'unsubscribe time', 'date unsubscribed'],
    ...['isunsubscribed', 'opted out', 'opt out date', 'optout date', 'email opt out'],
    ...['fecha de baja', 'fecha baja', 'baja', 'dado de baja'],
  ],
  bounced_at: [
    ...['bounced at', 'clean time', 'bounced', 'cleaned', 'hard bounced', 'hard bounce'],
    ...['is bounced', 'fecha de rebote', 'rebotado'],
  ],
  complained_at: [
    ...['complained at', 'complained', 'spam complaint', 'marked as spam', 'is spam complaint'],
    ...['fecha de queja', 'queja'],
  ],
  suppressed_at: [
    ...['suppressed at', 'suppressed', 'blocklisted', 'blacklisted', 'email blacklisted'],
    ...['emailblacklisted', 'email blocklisted', 'is blacklisted', 'is blocklisted'],
    ...['isexcludedfromcampaigns', 'is excluded from campaigns', 'excluded from campaigns'],
    ...['blocked at', 'blockedat', 'bloqueado', 'lista negra'],
  ],
  confirmed_at: [
    ...['confirmed at', 'confirm time', 'confirmation date', 'double opt in date'],
    ...['fecha de confirmacion', 'confirmado el'],
  ],
  created_at: [
    ...['created at', 'optin time', 'added time', 'subscribed at', 'subscription date'],
    ...[
      'date added',
      'createdat',
      'added at',
      'fecha de alta',
      'fecha alta',
      'fecha de suscripcion',
    ],
  ],
  suppression: ['suppression', 'suppression type', 'supresion', 'tipo de supresion'],
  suppression_scope: ['suppression scope', 'scope', 'alcance'],
  reason: [
    ...[
      'reason',
      'unsub reason',
      'unsubscribe reason',
      'unsubscribed reason',
      'suppression reason',
    ],
    ...['motivo', 'motivo de la baja', 'motivo de baja'],
  ],
}

const consentByHeading = new Map(
  Object.entries(consentHeadings).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { field: field as ConsentField, rank }] as const),
  ),
)

/**
 * Returns what a heading says about consent. `rank` is 0 for the heading of the own export, which
 * starts with `contact` if the list has a custom field of that name.
 */
export function consentFieldOf(heading: string): { field: ConsentField; rank: number } | undefined {
  const folded = foldHeading(heading)
  const own = folded.replace(/^(?:contact )+/, '')
  return consentByHeading.get(folded) ?? consentByHeading.get(own)
}
