/** A name as it is searched: `José` is found by `jose`. Most names are ASCII and skip the slow way. */
export const foldName = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase()
    : name
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
