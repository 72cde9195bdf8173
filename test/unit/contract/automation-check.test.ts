import { expect, test } from 'vitest'
import { checkDefinition, type SentDefinition } from '../../../src/contract/automation-check.ts'

const conditions = { op: 'and', rules: [{ field: 'tags', operator: 'is_set' }] }
const mail = { asunto: 'Hola', from_mail: 'ana@example.org', html: '<p>Hola</p>' }
const trigger = { id: 'in', type: 'trigger' }
const send = { id: 'mail', type: 'send', config: mail }
const delay = { id: 'wait', type: 'delay', config: { period: '1d' } }
const fork = { id: 'fork', type: 'condition', config: { conditions } }
const exit = { id: 'out', type: 'exit' }

const edge = (from: string, to: string, branch?: string) => ({
  from,
  to,
  ...(branch && { branch }),
})

const flow = (
  nodes: unknown[],
  edges: unknown[] = [],
  others: Partial<SentDefinition> = {},
): SentDefinition => ({ trigger: { type: 'list_joined', list_id: 1 }, nodes, edges, ...others })

const problemsOf = (sent: SentDefinition): string[] =>
  checkDefinition(sent).problems.map(({ field, code }) => `${field} ${code}`)

test('a flow with every kind of node is read unchanged', () => {
  const wait = { event: 'click', node: 'mail', timeout: '3d' }
  const sent = flow(
    [
      trigger,
      send,
      { id: 'w', type: 'wait_event', config: wait },
      { id: 's', type: 'split', config: { shares: { a: 30, b: 70 } } },
      fork,
      delay,
      { id: 'al', type: 'add_list', config: { list_id: '2' } },
      { id: 'rl', type: 'remove_list', config: { list_id: 2 } },
      { id: 'at', type: 'add_tag', config: { tag: 'x' } },
      { id: 'rt', type: 'remove_tag', config: { tag: 'x' } },
      { id: 'f', type: 'set_field', config: { field: 'city', value: 'Vigo' } },
      { id: 'h', type: 'webhook', config: { url: 'https://example.org/hook' } },
      { id: 'g', type: 'goal', config: { conditions } },
      exit,
    ],
    [
      edge('in', 'mail'),
      edge('mail', 'w'),
      edge('w', 's', 'yes'),
      edge('w', 'out', 'timeout'),
      edge('s', 'fork', 'a'),
      edge('s', 'al', 'b'),
      edge('fork', 'wait', 'yes'),
      edge('fork', 'out', 'no'),
      edge('wait', 'mail'),
      edge('al', 'rl'),
      edge('rl', 'at'),
      edge('at', 'rt'),
      edge('rt', 'f'),
      edge('f', 'h'),
    ],
    { settings: { reentry: 'after_exit', goal: 'g', exit_segment: 3 } },
  )
  const { definition, problems } = checkDefinition(sent)
  expect(problems).toEqual([])
  expect(definition).toEqual(sent)
})

test('a node without an outgoing edge ends the flow', () => {
  expect(problemsOf(flow([trigger, send], [edge('in', 'mail')]))).toEqual([])
})

test.each<[string, SentDefinition, string[]]>([
  ['no trigger', flow([send]), ['/nodes one_trigger']],
  ['two triggers', flow([trigger, { id: 'in2', type: 'trigger' }]), ['/nodes/1/type one_trigger']],
  [
    'two nodes of one name',
    flow([trigger, { ...trigger, type: 'exit' }]),
    ['/nodes/1/id duplicate', '/nodes/1 unreachable'],
  ],
  [
    'an edge from and to nowhere',
    flow([trigger], [edge('x', 'y')]),
    ['/edges/0/to unknown_node', '/edges/0/from unknown_node'],
  ],
  ['a node that no way leads to', flow([trigger, send]), ['/nodes/1 unreachable']],
  [
    'branches that are missing',
    flow([trigger, fork], [edge('in', 'fork')]),
    ['/nodes/1 missing_branch', '/nodes/1 missing_branch'],
  ],
  [
    'a branch that there is not',
    flow(
      [trigger, fork, exit],
      [
        edge('in', 'fork'),
        edge('fork', 'out', 'yes'),
        edge('fork', 'out', 'no'),
        edge('fork', 'out', 'maybe'),
        edge('fork', 'out'),
      ],
    ),
    ['/edges/3/branch not_a_choice', '/edges/4/branch required'],
  ],
  [
    'a branch of a node that has none',
    flow([trigger, exit], [edge('in', 'out', 'yes')]),
    ['/edges/0/branch unknown_field'],
  ],
  [
    'two ways out of one branch',
    flow([trigger, send, exit], [edge('in', 'mail'), edge('in', 'out')]),
    ['/edges/1 duplicate'],
  ],
  [
    'a way on from an exit',
    flow([trigger, exit, send], [edge('in', 'out'), edge('out', 'mail')]),
    ['/edges/1/from after_end'],
  ],
  [
    'a way back to the trigger',
    flow([trigger, delay], [edge('in', 'wait'), edge('wait', 'in')]),
    ['/edges/1/to leads_back'],
  ],
  [
    'shares that are no hundred',
    flow(
      [trigger, { id: 's', type: 'split', config: { shares: { a: 50, b: 49 } } }, exit],
      [edge('in', 's'), edge('s', 'out', 'a'), edge('s', 'out', 'b')],
    ),
    ['/nodes/1/config/shares bad_shares'],
  ],
  [
    'a delay of two kinds',
    flow(
      [trigger, { id: 'd', type: 'delay', config: { period: '1d', until_hour: 9 } }],
      [edge('in', 'd')],
    ),
    ['/nodes/1/config exactly_one'],
  ],
  [
    'a delay of none',
    flow([trigger, { id: 'd', type: 'delay', config: {} }], [edge('in', 'd')]),
    ['/nodes/1/config exactly_one'],
  ],
  [
    'a delay of no length',
    flow([trigger, { id: 'd', type: 'delay', config: { period: '0s' } }], [edge('in', 'd')]),
    ['/nodes/1/config/period bad_duration'],
  ],
  [
    'a wait for a message that is no send node',
    flow(
      [
        trigger,
        { id: 'w', type: 'wait_event', config: { event: 'open', node: 'out', timeout: '1d' } },
        { id: 'v', type: 'wait_event', config: { event: 'custom', timeout: '1d' } },
        exit,
      ],
      [
        edge('in', 'w'),
        edge('w', 'v', 'yes'),
        edge('w', 'out', 'timeout'),
        edge('v', 'out', 'yes'),
        edge('v', 'out', 'timeout'),
      ],
    ),
    ['/nodes/1/config/node wrong_node', '/nodes/2/config/name required'],
  ],
  [
    'a goal that is none',
    flow([trigger, exit], [edge('in', 'out')], { settings: { goal: 'out' } }),
    ['/settings/goal wrong_node'],
  ],
  [
    'a goal that is nowhere',
    flow([trigger], [], { settings: { goal: 'x' } }),
    ['/settings/goal unknown_node'],
  ],
  [
    'a message with nothing in it',
    flow([trigger, { ...send, config: { ...mail, html: ' ' } }], [edge('in', 'mail')]),
    ['/nodes/1/config/html required'],
  ],
  [
    'parts of unheard kinds',
    flow([trigger, { id: 'x', type: 'fax', config: {} }], [edge('in', 'x'), { from: 'in' }], {
      trigger: { type: 'moon' },
      settings: { colour: 'red' },
    }),
    [
      '/trigger/type not_a_choice',
      '/nodes/1/type not_a_choice',
      '/edges/1/to required',
      '/settings/colour unknown_field',
    ],
  ],
])('%s: refused with the path of every problem', (_, sent, problems) => {
  expect(problemsOf(sent)).toEqual(problems)
})

const add = (id: string) => ({ id, type: 'add_tag', config: { tag: 'x' } })

test('a loop without a delay is refused, however it is reached', () => {
  const nodes = [trigger, add('a'), add('b'), fork, exit]
  const edges = [
    edge('in', 'a'),
    edge('a', 'b'),
    edge('b', 'fork'),
    edge('fork', 'a', 'yes'),
    edge('fork', 'out', 'no'),
  ]
  expect(problemsOf(flow(nodes, edges))).toEqual([
    '/nodes/1 endless_loop',
    '/nodes/2 endless_loop',
    '/nodes/3 endless_loop',
  ])
})

test('a loop that waits is accepted', () => {
  const nodes = [trigger, delay, fork, exit]
  const edges = [
    edge('in', 'wait'),
    edge('wait', 'fork'),
    edge('fork', 'wait', 'yes'),
    edge('fork', 'out', 'no'),
  ]
  expect(problemsOf(flow(nodes, edges))).toEqual([])
})

test('a loop that only waits for a date is refused: the date may be past', () => {
  const date = { ...delay, config: { until_field: 'birthday' } }
  const nodes = [trigger, date, fork, exit]
  const edges = [
    edge('in', 'wait'),
    edge('wait', 'fork'),
    edge('fork', 'wait', 'yes'),
    edge('fork', 'out', 'no'),
  ]
  expect(problemsOf(flow(nodes, edges))).toEqual(['/nodes/1 endless_loop', '/nodes/2 endless_loop'])
})

test('a chain and a ring of ten thousand nodes are checked without recursion', () => {
  const nodes = [trigger, ...Array.from({ length: 10_000 }, (_, n) => add(`n${n}`))]
  const edges = nodes.slice(1).map((node, n) => edge(nodes[n]?.id ?? '', node.id))
  expect(problemsOf(flow(nodes, edges))).toEqual([])
  const ring = [...edges, edge('n9999', 'n0')]
  expect(problemsOf(flow(nodes, ring))).toHaveLength(10_000)
})
