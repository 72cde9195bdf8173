/** Operators of block lists, whose host names are the reason of a refusal. */
const blockLists = /spamhaus|spamcop|sorbs|barracudacentral|abuseat|surbl|uribl|dnsbl|mailspike/

/**
 * Reduces a reply to its words: lower case, without accents, codes, URLs, addresses and host names,
 * which may contain any word. The statuses stand in front, for rules that depend on them.
 */
export function wordsOf(text: string, statuses: readonly string[]): string {
  const words = text
    .replace(/https?:\/\/[^\s<>()"']*|\brfc822;/gi, ' ')
    // Matched only at word starts, to bound the time.
    .replace(/(?<![^\s<>()[\]:;,"'])[^\s<>()[\]:;,"']+@[\p{L}\p{N}.-]*/gu, '@')
    .replace(/(?<![\w.])(?:[45]\d\d[ -])?#?[245]\.[0-7]\.\d{1,3}(?![\w.]*\d)|\b[45]\d\d[ -]/g, ' ')
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[\u2018\u2019`]/g, "'")
    .toLowerCase()
    .replace(hostNames, (name) => (blockLists.test(name) ? name : 'host'))
    .replace(/\s+/g, ' ')
    .trim()
  return [...statuses, words].join(' ')
}

/** A host name where servers put one, since a word after a full stop looks the same. */
const hostNames =
  /(?<=\b(?:host|server|relay|by|from|mx|to|with)[ =<:]{1,3})[a-z0-9_-]{1,63}(?:\.[a-z0-9-]{1,63})+|(?<![\w.-])[a-z0-9_-]{1,63}(?:\.[a-z0-9-]{1,63})+(?= ?[[(]\d| said\b)/g
