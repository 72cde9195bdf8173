/** Folds a name for searching: `jose` finds `José`. Most names are ASCII and skip the slow path. */
export const foldName = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase()
    : name
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
