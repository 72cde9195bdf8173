import { type VariableKey, variableList } from '../../../config/env.ts'
import type { Entry } from '../../output/glossary.ts'

/** Every variable that is read, from the registry that reads them. */
export const environmentEntries = (sentences: Record<VariableKey, string>): Entry[] =>
  variableList.map(({ key, name }) => ({ name, sentence: sentences[key] }))
