const maxKeyLength = 40

/** Names that merge tags already use. */
export const reservedKeys: readonly string[] = [
  'email',
  'nombre',
  'tags',
  'status',
  'unsubscribe_url',
  'subscription_url',
  'web_url',
  'conversion_token',
  'footer_sender',
]

/**
 * Derives a key from a name: `Fecha de alta` → `fecha_de_alta`. Appends a number if the key is
 * taken.
 */
export function keyFromName(name: string, takenKeys: ReadonlySet<string>): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
  const base = (/^[a-z]/.test(folded) ? folded : `field_${folded}`)
    .slice(0, maxKeyLength)
    .replace(/(?<!_)_+$/, '')
  for (let number = 2, key = base; ; number++) {
    if (!takenKeys.has(key)) return key
    const ending = `_${number}`
    key = base.slice(0, maxKeyLength - ending.length) + ending
  }
}
