/** Of the agents and targets of visits, a few hundred are almost all. */
const maxRemembered = 1000

/** Remembers the answers for a thousand short texts, where the same ones are asked for again and again. */
export function rememberTexts<Answer extends object | boolean>(
  answerTo: (text: string) => Answer,
  longest: number,
): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = answerTo(text)
    if (text.length > longest) return answer
    if (answers.size >= maxRemembered) answers.clear()
    answers.set(text, answer)
    return answer
  }
}
