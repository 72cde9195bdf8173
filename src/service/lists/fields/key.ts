const longestKey = 40

/** What merge tags name already. */
export const takenKeys: readonly string[] = [
  'email',
  'nombre',
  'tags',
  'status',
  'unsubscribe_url',
  'subscription_url',
  'web_url',
  'conversion_token',
]

/** `Fecha de alta` → `fecha_de_alta`; with a number behind it when that is taken. */
export function keyFromName(name: string, taken: ReadonlySet<string>): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
  const base = (/^[a-z]/.test(folded) ? folded : `field_${folded}`)
    .slice(0, longestKey)
    .replace(/(?<!_)_+$/, '')
  for (let number = 2, key = base; ; number++) {
    if (!taken.has(key)) return key
    const ending = `_${number}`
    key = base.slice(0, longestKey - ending.length) + ending
  }
}
