/** The first bytes of files that are mistaken for CSV. */
const signatures: readonly (readonly [kind: string, hex: string])[] = [
  ['zip', '504b0304'],
  ['zip', '504b0506'],
  ['gzip', '1f8b'],
  ['png', '89504e47'],
  ['jpeg', 'ffd8ff'],
  ['gif', '47494638'],
  ['pdf', '255044462d'],
  ['xls', 'd0cf11e0a1b11ae1'],
  ['7z', '377abcaf271c'],
  ['rar', '526172211a07'],
  ['zstd', '28b52ffd'],
]

export function signatureOf(head: Buffer): string | undefined {
  const start = head.toString('hex', 0, 8)
  return signatures.find(([, hex]) => start.startsWith(hex))?.[0]
}

/**
 * About one in ten compressed bytes is a control character; text has hardly any. NUL never occurs
 * in text.
 */
export function looksBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const controls = text.match(/[\x01-\x08\x0e-\x1f]/g)?.length ?? 0
  return controls * 20 > text.length
}
