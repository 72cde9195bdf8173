/** Western Europe's letters with marks. Others are compared as they are written. */
const marked = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ'

/** Letters with the plain one that each is compared as; what the database folds, it folds by these. */
export const foldedLetters: readonly (readonly [marked: string, plain: string])[] = [
  ...marked,
  ...marked.toUpperCase(),
].map((letter) => [letter, letter.normalize('NFD').charAt(0).toLowerCase()])

const plainOf = new Map(foldedLetters)

/** Text as a condition compares it: `Ávila` is `avila`. Only what both databases can do as well. */
export const foldText = (text: string): string =>
  text.replace(/[A-Z]|[^\x00-\x7f]/g, (letter) =>
    letter <= '\x7f' ? letter.toLowerCase() : (plainOf.get(letter) ?? letter),
  )
