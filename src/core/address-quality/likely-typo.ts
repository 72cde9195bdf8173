import { editDistance } from '../foreign-tags/likeness.ts'

/** The mailbox providers whose names people misspell most. */
const providers = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.es', 'outlook.com', 'outlook.es'],
  ...['yahoo.com', 'yahoo.es', 'icloud.com', 'protonmail.com', 'telefonica.net'],
]

/** Real domains that look like one of them. */
const real = new Set([
  ...['mail.com', 'email.com', 'ymail.com', 'fmail.com', 'imail.com', 'jmail.com', 'qmail.com'],
  ...['umail.com', 'zmail.com', 'cloud.com', 'rocketmail.com', 'yahoo.co'],
])

/** Endings that are not top-level domains and are typed for `com`. */
const wrongEndings = new Set(['con', 'cmo', 'ocm', 'comm', 'coom', 'vom', 'xom', 'cim', 'cpm'])

/** `gmail.co` and `hotmail.om` belong to a known provider's name without its ending. */
const cutEndings = new Set(['co', 'om', 'cm', 'c', 'come'])

/**
 * Returns the domain that was probably meant: `gmail.com` for `gmial.com` and `empresa.com` for
 * `empresa.con`. The domain is in lower case.
 */
export function likelyDomain(domain: string): string | undefined {
  if (providers.includes(domain) || real.has(domain)) return undefined
  const { name, ending } = partsOf(domain)
  if (wrongEndings.has(ending)) return likelyDomain(`${name}.com`) ?? `${name}.com`
  if (cutEndings.has(ending) && providers.includes(`${name}.com`)) return `${name}.com`
  return providers.find((provider) => {
    const known = partsOf(provider)
    return known.ending === ending && editDistance(known.name, name) === 1
  })
}

function partsOf(domain: string): { name: string; ending: string } {
  const dot = domain.lastIndexOf('.')
  return { name: domain.slice(0, dot), ending: domain.slice(dot + 1) }
}
