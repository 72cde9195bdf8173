const versioned = { automation_id: 'int', version: 'int' } as const
const ofNode = { ...versioned, node: 'text' } as const
const ownerColumn = 'automation_id'

/** The runs of an automation with their steps. */
export const automationRuns = {
  table: 'automation_runs',
  keyColumns: { id: 'int' },
  ownerColumn,
  parts: [
    {
      table: 'automation_steps',
      keyColumns: { run_id: 'int', step: 'int' },
      ownerColumn: 'run_id',
    },
  ],
} as const

/** What belongs to an automation, in the order of deletion. */
export const automationParts = [
  automationRuns,
  { table: 'automation_nodes', keyColumns: ofNode, ownerColumn },
  { table: 'automation_tallies', keyColumns: ofNode, ownerColumn },
  {
    table: 'automation_goals',
    keyColumns: { account_id: 'int', ...versioned, currency: 'text' },
    ownerColumn,
  },
  // A version holds a whole flow.
  { table: 'automation_versions', keyColumns: versioned, ownerColumn, sliceSize: 20 },
] as const
