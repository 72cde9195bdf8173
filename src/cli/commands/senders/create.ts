import type { Answer } from '../../../contract/endpoint.ts'
import { senders } from '../../../contract/modules/senders.ts'
import type { DnsRecord } from '../../../contract/shapes/sender.ts'
import { defineCommand } from '../../command/command.ts'
import { check, copy, sentence, state, text } from '../../command/view.ts'
import type { Section } from '../../output/document.ts'
import { callOnce } from '../../sending/call-once.ts'

type Created = Answer<typeof senders.create>

const fields = [
  text('id'),
  state('status'),
  check('verified'),
  check('spf'),
  check('dkim'),
  check('dmarc'),
]

const toAdd: Section = {
  field: 'records',
  title: 'records',
  columns: [text('type'), copy('name'), copy('value'), sentence('found')],
}

const published: Section = {
  field: 'records',
  title: 'published_records',
  columns: [text('type'), copy('name')],
}

export const command = defineCommand({
  endpoint: senders.create,
  examples: [
    'senders create --from-name "Ana from Example" --from-mail news@example.org',
    'senders create --from-name News --from-mail news@example.org --reply-to help@example.org',
  ],
  async run(context, { input }) {
    const one = await callOnce(context, senders.create, input)
    return { one, view: { fields, sections: sectionsOf(one) } }
  },
  view: { fields, sections: [toAdd] },
})

/** Separates the records that are right from those that are missing or different. */
function sectionsOf(created: Partial<Created>): Section[] {
  const { records = [] } = created // another server may omit it
  const isThere = ({ name, found }: DnsRecord): boolean =>
    found !== null && found !== undefined && created[checkOf(name)] === true
  const missing = records.filter((record) => !isThere(record))
  return [
    { ...toAdd, rows: missing },
    { ...published, rows: records.filter(isThere) },
  ]
}

/** The check that a record belongs to, by its name. */
const checkOf = (name: string): 'spf' | 'dkim' | 'dmarc' =>
  name.startsWith('_dmarc.') ? 'dmarc' : name.includes('._domainkey.') ? 'dkim' : 'spf'
