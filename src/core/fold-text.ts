/** Accented letters of Western Europe. Others are compared as written. */
const marked = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ'

/** Accented letters with their plain equivalents. The database folds text by the same table. */
export const foldedLetters: readonly (readonly [marked: string, plain: string])[] = [
  ...marked,
  ...marked.toUpperCase(),
].map((letter) => [letter, letter.normalize('NFD').charAt(0).toLowerCase()])

const plainOf = new Map(foldedLetters)

/**
 * Folds text as conditions compare it: `Ávila` equals `avila`. Limited to what both databases can
 * do.
 */
export const foldText = (text: string): string =>
  text.replace(/[A-Z]|[^\x00-\x7f]/g, (letter) =>
    letter <= '\x7f' ? letter.toLowerCase() : (plainOf.get(letter) ?? letter),
  )
