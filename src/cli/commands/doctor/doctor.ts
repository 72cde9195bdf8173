import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { sourceText } from '../config/keys.ts'
import { fine } from './finding.ts'
import { checkMachine } from './machine.ts'
import { checkServer } from './server.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['doctor', 'doctor --profile live -o json'],
  async run(context) {
    const { settings, words, output } = context
    const { value, source } = settings.profile
    const profile = words.doctor.profile({ profile: value, source: sourceText(source) })
    const findings = [
      fine('profile', profile),
      ...(await checkServer(context)),
      ...(await checkMachine(context)),
    ]
    const items = findings.map(({ check, level, message }) => ({ check, level, message }))
    // A sentence is too long for a cell: people get it whole, below each other.
    await output.show(
      output.format === 'table'
        ? { one: { checks: items }, view: cardOf(items, words.doctor.levels) }
        : { page: { items, total: items.length }, view },
    )
    const failure = findings.find((finding) => finding.failure)?.failure
    if (failure) throw failure
    return undefined
  },
})
