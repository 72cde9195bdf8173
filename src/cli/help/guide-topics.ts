/** The guides, in `docs/guides`. Some have the name of a noun. */
export const guideTopics = [
  'segments',
  'merge-tags',
  'ab',
  'templates',
  'automations',
  'conversions',
  'events',
  'keys',
] as const
/** Everything that `help TOPIC` explains. */
export const helpTopics = [
  'flags',
  'environment',
  'exit-codes',
  'output',
  'scheduling',
  'importing',
  ...guideTopics,
] as const
export type GuideTopic = (typeof guideTopics)[number]

export const isGuideTopic = (topic: string | undefined): topic is GuideTopic =>
  guideTopics.some((each) => each === topic)

/** The guides that help with a verb whose noun has none. */
const guidesByVerb: Readonly<Record<string, readonly GuideTopic[]>> = {
  'campaigns create': ['merge-tags', 'ab'],
  'campaigns update': ['merge-tags', 'ab'],
  'campaigns check': ['merge-tags'],
  'campaigns preview': ['merge-tags'],
  'campaigns ab-winner': ['ab'],
  'campaigns convert': ['conversions'],
  'auth keys create': ['keys'],
  'auth keys rotate': ['keys'],
  'auth login': ['keys'],
}

/** Returns the guides that belong to a verb or a noun. */
export function guidesFor(path: string): readonly GuideTopic[] {
  const [noun] = path.split(' ')
  return isGuideTopic(noun) ? [noun] : (guidesByVerb[path] ?? [])
}
