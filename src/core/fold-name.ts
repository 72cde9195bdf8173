/** Folds a name for searching: `jose` finds `José`. Most names are ASCII and skip the slow path. */
export const foldName = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase()
    : name
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()

/** Normalizes a column or field name for comparison: without case, accents and punctuation. */
export const foldHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
