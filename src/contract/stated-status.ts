import { foldHeading } from '../core/fold-name.ts'

/**
 * What a file says about a contact. The first five are the statuses of contacts. `suppressed` is a
 * blocklist of another tool, which applies to all lists and does not say why.
 */
const statedStatuses = [
  'active',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'complained',
  'suppressed',
] as const
export type StatedStatus = (typeof statedStatuses)[number]

/** The words of this and other tools, in their exports and APIs, in English and Spanish. */
const words: Record<StatedStatus, readonly string[]> = {
  active: [
    ...['active', 'subscribed', 'subscriber', 'enabled', 'confirmed', 'opted in', 'opt in'],
    ...[
      'activo',
      'activa',
      'suscrito',
      'suscrita',
      'suscriptor',
      'confirmado',
      'confirmada',
      'alta',
    ],
  ],
  unconfirmed: [
    ...['unconfirmed', 'pending', 'not confirmed', 'unactivated', 'waiting for confirmation'],
    ...['pendiente', 'sin confirmar', 'no confirmado', 'no confirmada'],
  ],
  unsubscribed: [
    ...['unsubscribed', 'unsubscribe', 'unsub', 'opted out', 'opt out', 'optout', 'removed'],
    ...['disabled', 'non subscribed', 'nonsubscribed', 'not subscribed', 'transactional'],
    ...['unsubscribedviaemail', 'unsubscribedviama', 'unsubscribedviaapi'],
    ...['baja', 'de baja', 'dado de baja', 'dada de baja', 'desuscrito', 'desuscrita'],
    ...['cancelado', 'cancelada', 'no suscrito', 'no suscrita'],
  ],
  bounced: [
    ...['bounced', 'bounce', 'cleaned', 'hard bounce', 'hardbounce', 'hard bounced', 'hardbounced'],
    ...['undeliverable', 'invalid email', 'rebotado', 'rebotada', 'rebote', 'rebote duro'],
    ...['rebote permanente', 'limpiado', 'limpiada', 'depurado', 'depurada'],
  ],
  complained: [
    ...['complained', 'complaint', 'spam', 'spam complaint', 'spam report', 'marked as spam'],
    ...['abuse', 'abuse complaint', 'abuse report', 'junk', 'contactflaggedasspam'],
    ...['queja', 'queja de spam', 'denuncia', 'denuncia de spam', 'marcado como spam'],
  ],
  suppressed: [
    ...['suppressed', 'suppression', 'blocklisted', 'blocklist', 'blacklisted', 'blacklist'],
    ...['blocked', 'excluded', 'manual', 'adminblocked', 'admin blocked', 'do not mail'],
    ...['suprimido', 'suprimida', 'bloqueado', 'bloqueada', 'excluido', 'excluida'],
    ...['lista negra', 'en lista negra', 'lista de bloqueo'],
  ],
}

const byWord = new Map(
  statedStatuses.flatMap((status) => words[status].map((word) => [word, status] as const)),
)

/** Returns undefined for an unknown word. A row with one is never active. */
export const readStatus = (text: string): StatedStatus | undefined =>
  byWord.get(text) ?? byWord.get(foldHeading(text))

/** The most usual words, for the message about an unknown one. */
export const usualStatuses = [
  ...['active', 'subscribed', 'unconfirmed', 'pending', 'unsubscribed', 'baja', 'bounced'],
  ...['cleaned', 'rebotado', 'complained', 'spam', 'queja', 'suppressed', 'blocklisted'],
].join(', ')
