import * as v from 'valibot'
import { Json } from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { ExamDrop } from './exam-drop.ts'
import { DateTime, IdParams, Uuid } from './fields.ts'
import { ProofTools, Runs, Texts } from './proof-fields.ts'
import { ENDS, MOODS, MOST_CUSTOMERS, MOST_PLAYED, Proof, SimulatedCustomer } from './proofs.ts'

/** The maximum of real conversations of an exam. */
export const MOST_SAMPLED = 50
const LAST_HOUR = 23
const LARGEST_CUSTOMERS = 150 * 1024

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Usd = v.pipe(v.number(), v.minValue(0))

const names = v.array(v.string())

/** As `SimulatedCustomer`, without what reads the input of a caller. */
const ExamCustomer = v.pipe(
  v.object({
    persona: v.string(),
    goal: v.string(),
    knows: Json,
    mustNotReveal: names,
    language: v.optional(v.string()),
    moods: v.array(v.picklist(MOODS)),
    says: names,
    tools: v.optional(v.record(v.string(), Json)),
    turns: Count,
    expect: v.object({
      reaches: v.boolean(),
      doesNotSay: names,
      callsInOrder: names,
      neverCalls: names,
      endsWith: v.optional(v.picklist(ENDS)),
      maxUsd: v.optional(Usd),
    }),
  }),
  v.description('A simulated customer of an exam. The fields are those of a proof.'),
)

const settings = {
  enabled: v.pipe(v.boolean(), v.description('Whether the exam takes place every night.')),
  hour: v.pipe(v.number(), v.description('The hour of the day in UTC, 0 to 23.')),
  customers: v.pipe(v.array(ExamCustomer), v.description('Simulated customers who write to the published agent.')),
  tools: v.pipe(ProofTools, v.description('Results by the name of the tool, or `live_read_only`, as of a proof.')),
  runs: v.pipe(v.number(), v.description('How often each customer is played.')),
  mustPass: v.pipe(v.nullable(v.number()), v.description('How many runs of each customer must pass; null for all.')),
  sample: v.pipe(
    v.number(),
    v.description(
      'How many conversations of the last 24 hours are judged, chosen by chance. They are judged as they were: no model of the agent is called.',
    ),
  ),
  criteria: v.pipe(
    v.array(v.string()),
    v.description('What the replies must meet, in plain words. A model judges each conversation by each of them.'),
  ),
  dropPoints: v.pipe(
    v.number(),
    v.description('A criterion that is met less often by this many percentage points than in the last exam is a drop.'),
  ),
  maxUsd: v.pipe(v.number(), v.description('The exam stops when it has used this much.')),
} as const

export const ExamInput = v.pipe(
  v.object({
    enabled: settings.enabled,
    hour: v.pipe(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_HOUR)), 3),
      v.description('The hour of the day in UTC.'),
    ),
    customers: v.pipe(
      v.optional(
        v.pipe(
          v.array(SimulatedCustomer),
          v.maxLength(MOST_CUSTOMERS, `must be at most ${MOST_CUSTOMERS} customers`),
          v.check(
            (customers) => JSON.stringify(customers).length <= LARGEST_CUSTOMERS,
            `must be at most ${LARGEST_CUSTOMERS / 1024} KB as JSON`,
          ),
        ),
        [],
      ),
      v.description('Simulated customers who write to the published agent.'),
    ),
    tools: v.optional(ProofTools, {}),
    runs: v.pipe(
      v.optional(Runs, 1),
      v.description(`How often each customer is played. An exam has at most ${MOST_PLAYED} conversations.`),
    ),
    mustPass: v.pipe(
      v.optional(v.nullable(Runs), null),
      v.description('How many runs of each customer must pass; null for all.'),
    ),
    sample: v.pipe(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_SAMPLED)), 20),
      v.description('How many conversations of the last 24 hours are judged by the criteria.'),
    ),
    criteria: v.pipe(v.optional(Texts, []), v.description('What the replies must meet, in plain words.')),
    dropPoints: v.pipe(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 10),
      v.description('Percentage points by which a criterion must fall to be a drop.'),
    ),
    maxUsd: v.pipe(
      v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1000)), 5),
      v.description('The exam stops when it has used this much, as far as prices of models are known.'),
    ),
  }),
  v.description('The nightly exam of an agent.'),
  v.examples([
    {
      enabled: false,
      hour: 3,
      customers: [
        {
          persona: 'In a hurry, writes in few words.',
          goal: 'Learn where order A-1042 is.',
          knows: 'A-1042',
          mustNotReveal: [],
          moods: [],
          says: [],
          turns: 4,
          expect: { reaches: true, doesNotSay: [], callsInOrder: [], neverCalls: [] },
        },
      ],
      tools: {},
      runs: 1,
      mustPass: null,
      sample: 20,
      criteria: ['Is polite.'],
      dropPoints: 10,
      maxUsd: 5,
    },
  ]),
)
export type ExamInput = v.InferOutput<typeof ExamInput>

export const ExamEstimate = v.pipe(
  v.object({
    conversations: v.pipe(Count, v.description('Conversations of an exam: customers with their runs, and the sample.')),
    usd: v.pipe(
      v.nullable(Usd),
      v.description('What an exam costs, at most `maxUsd`; null if the price of a model is not known.'),
    ),
    usdPerMonth: v.pipe(v.nullable(Usd), v.description('What 30 of them cost.')),
    basis: v.pipe(
      v.picklist(['last_exam', 'assumed']),
      v.description(
        '`last_exam`: what a conversation cost in the last exam. `assumed`: 4,000 tokens for each message of the agent, 1,500 for each one of the customer and for each judgement.',
      ),
    ),
  }),
  v.description('What an exam with these settings costs.'),
)
export type ExamEstimate = v.InferOutput<typeof ExamEstimate>

const ExamResult = v.pipe(
  v.object({
    proofId: v.pipe(Uuid, v.description('The proof with its conversations.')),
    at: DateTime,
    passed: v.nullable(v.boolean()),
    drops: v.pipe(v.array(ExamDrop), v.description('What was worse than in the exam before.')),
  }),
  v.description('The result of an exam.'),
)

export const Exam = v.pipe(
  v.object({
    ...settings,
    nextAt: v.pipe(v.nullable(DateTime), v.description('When the next exam takes place; null if it is off.')),
    estimate: ExamEstimate,
    last: v.pipe(v.nullable(ExamResult), v.description('The last exam that ran to its end.')),
  }),
  v.description('The nightly exam of an agent.'),
  v.examples([
    {
      enabled: false,
      hour: 3,
      customers: [],
      tools: {},
      runs: 1,
      mustPass: null,
      sample: 20,
      criteria: ['Is polite.'],
      dropPoints: 10,
      maxUsd: 5,
      nextAt: null,
      estimate: { conversations: 20, usd: 0.09, usdPerMonth: 2.7, basis: 'assumed' as const },
      last: null,
    },
  ]),
)
export type Exam = v.InferOutput<typeof Exam>

const exam = { path: '/api/v1/agents/{id}/exam/', tag: 'Agents', params: IdParams } as const

export const getExam = endpoint({
  ...exam,
  method: 'GET',
  summary: 'Get the exam of an agent',
  description:
    'Returns the settings of the nightly exam, what it costs, and its last result. It is off until it is switched on.',
  response: Exam,
  errors: [404],
})

export const replaceExam = endpoint({
  ...exam,
  method: 'PUT',
  summary: 'Set the exam of an agent',
  description:
    'Replaces the settings of the nightly exam. Send `enabled: false` first: the response has its `estimate`. If an exam is worse than the last one, webhooks that select `agent.regressed` get the event, and the admins of the organisation get a mail.',
  body: ExamInput,
  response: Exam,
  errors: [400, 404, 409],
  audit: { action: 'change_exam', object: 'agent' },
})

export const runExam = endpoint({
  ...exam,
  path: '/api/v1/agents/{id}/exam/run/',
  method: 'POST',
  summary: 'Run the exam of an agent now',
  description:
    'Runs the exam with its stored settings, also if it is off. Its result is compared with the last one, as that of a night.',
  status: 201,
  response: Proof,
  errors: [400, 404],
})
