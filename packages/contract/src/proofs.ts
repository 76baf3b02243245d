import * as v from 'valibot'
import { Json } from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, IdParams, Moment, maxCharacters, Uuid, wellFormed } from './fields.ts'
import { exampleId } from './openapi/nouns.ts'
import { from1, MOST_CRITERIA, ProofTools, ReplayTools, Results, Runs, Short, Texts } from './proof-fields.ts'
import { Share } from './share-of.ts'

/** The maximum of real conversations of a proof, of customers, of customers with their runs, and of turns of each. */
export const MOST_CONVERSATIONS = 100
export const MOST_CUSTOMERS = 50
export const MOST_PLAYED = 200
export const MOST_TURNS = 20
const MOST_PARALLEL = 5
const LONGEST_TEXT = 4000
const LARGEST_CUSTOMERS = 200 * 1024

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_TEXT), wellFormed)
/** How simulated customers write, and how their conversations end. */
export const MOODS = ['short', 'angry', 'voice_note', 'picture', 'changes_mind'] as const
export const ENDS = ['goal_reached', 'gave_up', 'turns', 'handed_over'] as const

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Usd = v.pipe(v.number(), v.minValue(0))
const limits = {
  draft: v.pipe(
    v.optional(v.boolean(), true),
    v.description('Whether the draft answers. Without a draft, and with `false`, the published agent does.'),
  ),
  criteria: v.pipe(
    v.optional(Texts, []),
    v.description('What the replies of a conversation must meet, in plain words. A model judges each one.'),
  ),
  maxUsd: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1000)), 5),
    v.description('The proof stops when it has used this much, as far as prices of models are known.'),
  ),
  parallel: v.pipe(v.optional(from1(MOST_PARALLEL), 2), v.description('Conversations that run at the same time.')),
}

const ReplayInput = v.object({
  kind: v.literal('replay'),
  since: v.pipe(Moment, v.description('The start of the period, inclusive. Recorded steps are stored for 30 days.')),
  until: v.pipe(v.optional(Moment), v.description('The end of the period, inclusive. @default now')),
  filter: v.pipe(
    v.optional(v.picklist(['handed_over', 'failed', 'unhappy', 'expensive'])),
    v.description(
      'Only conversations in which a person was asked for, a turn failed, the customer was unhappy (by their reactions and words), or the most expensive half.',
    ),
  ),
  conversationIds: v.pipe(
    v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(MOST_CONVERSATIONS))),
    v.description('Only these conversations.'),
  ),
  tools: v.pipe(
    v.optional(ReplayTools),
    v.description(
      '`recorded`: no tool is called; results come from the recorded steps. `live_read_only`: a call without a recorded result is made if it only reads (GET and HEAD requests, web pages). An object chooses by the name of the tool, `*` for any other one: `recorded`, `live_read_only`, `stop` (the conversation ends at a call of which nothing was recorded), or `{"result": …}`. @default recorded',
    ),
  ),
  limit: v.pipe(
    v.optional(from1(MOST_CONVERSATIONS), 50),
    v.description('The maximum of conversations, the latest first.'),
  ),
  ...limits,
})

/** What a test expects of a conversation with a simulated customer. */
export const CustomerExpectation = v.pipe(
  v.object({
    reaches: v.pipe(
      v.optional(v.boolean(), true),
      v.description(
        'Whether the customer must reach the goal. `false` for a customer who must not, such as an attacker.',
      ),
    ),
    doesNotSay: v.pipe(v.optional(Texts, []), v.description('Texts that no reply may contain, in any case.')),
    callsInOrder: v.pipe(
      v.optional(Texts, []),
      v.description('Names of tools that must be called in this order. Other calls may be between them.'),
    ),
    neverCalls: v.pipe(v.optional(Texts, []), v.description('Names of tools that must not be called.')),
    endsWith: v.pipe(v.optional(v.picklist(ENDS)), v.description('How the conversation must end.')),
    maxUsd: v.pipe(v.optional(Usd), v.description('What the agent may use in a conversation.')),
  }),
  v.description('What is expected of a conversation with a simulated customer.'),
)
export type CustomerExpectation = v.InferOutput<typeof CustomerExpectation>

export const SimulatedCustomer = v.pipe(
  v.object({
    persona: v.pipe(Text, v.description('Who the customer is, and how they write.')),
    goal: v.pipe(Text, v.description('What the customer wants to reach.')),
    knows: v.pipe(
      v.optional(Json, ''),
      v.description('What the customer knows: a text, a list of texts, or an object of facts.'),
    ),
    mustNotReveal: v.pipe(v.optional(Texts, []), v.description('What the customer keeps to themselves.')),
    language: v.pipe(v.optional(Short), v.description('The language of the customer.')),
    moods: v.pipe(
      v.optional(v.pipe(v.array(v.picklist(MOODS)), v.maxLength(MOST_CRITERIA)), []),
      v.description('How the customer writes.'),
    ),
    says: v.pipe(
      v.optional(v.pipe(v.array(Text), v.maxLength(MOST_TURNS)), []),
      v.description('The first messages, word for word. The model writes those after them.'),
    ),
    tools: v.pipe(
      v.optional(Results),
      v.description(
        'Results for this customer, before those of the proof. `*` is the result of any other tool that reaches something outside.',
      ),
    ),
    turns: v.pipe(v.optional(from1(MOST_TURNS), 8), v.description('The maximum of messages that the customer writes.')),
    expect: v.optional(CustomerExpectation, {}),
  }),
  v.description('A customer who does not exist. A model plays them.'),
)
export type SimulatedCustomer = v.InferOutput<typeof SimulatedCustomer>

const CustomersInput = v.object({
  kind: v.literal('customers'),
  customers: v.pipe(
    v.array(SimulatedCustomer),
    v.minLength(1, 'must have at least one customer'),
    v.maxLength(MOST_CUSTOMERS, `must be at most ${MOST_CUSTOMERS} customers`),
    v.check(
      (customers) => JSON.stringify(customers).length <= LARGEST_CUSTOMERS,
      `must be at most ${LARGEST_CUSTOMERS / 1024} KB as JSON`,
    ),
  ),
  tools: v.pipe(
    v.optional(ProofTools),
    v.description(
      'Results by the name of the tool. Such a tool is not called: the model reads the text, or the value as JSON. Other tools have no effect. `live_read_only` calls tools that only read.',
    ),
  ),
  runs: v.pipe(
    v.optional(Runs, 1),
    v.description(`How often each customer is played. A proof has at most ${MOST_PLAYED} conversations.`),
  ),
  mustPass: v.pipe(v.optional(Runs), v.description('How many runs of each customer must pass. @default all')),
  ...limits,
})

export const ProofInput = v.pipe(
  v.variant('kind', [ReplayInput, CustomersInput]),
  v.description('What to prove: real conversations again, or conversations with customers who do not exist.'),
  v.examples([
    {
      kind: 'customers',
      customers: [
        {
          persona: 'In a hurry, writes in few words.',
          goal: 'Learn where order A-1042 is.',
          knows: 'A-1042',
          mustNotReveal: [],
          moods: ['short'],
          says: [],
          turns: 4,
          expect: { reaches: true, doesNotSay: ['refund'], callsInOrder: ['Find_an_order'], neverCalls: [] },
        },
      ],
      tools: { Find_an_order: { status: 'shipped' } },
      runs: 3,
      mustPass: 2,
      criteria: ['Is polite.'],
      draft: true,
      maxUsd: 5,
      parallel: 2,
    },
  ]),
)
export type ProofInput = v.InferOutput<typeof ProofInput>

const ProofCall = v.object({
  name: v.string(),
  arguments: v.pipe(v.string(), v.description('As JSON.')),
  turn: v.pipe(Count, v.description('The position of the turn, from 0.')),
  result: v.pipe(
    v.picklist(['recorded', 'nearest', 'canned', 'live', 'own', 'none', 'stopped']),
    v.description(
      'Where the result came from: a recorded call with the same arguments, the recorded call with the most similar ones, a result of the proof, the tool itself, the service itself (such as memory, without effect), or none. `stopped`: the replay ended at this call.',
    ),
  ),
})
export type ProofCall = v.InferOutput<typeof ProofCall>

const ProofFile = v.object({
  messageId: v.pipe(Uuid, v.description('The message of the real conversation that has the file.')),
  mimeType: v.string(),
  filename: v.nullable(v.string()),
  problem: v.pipe(
    v.nullable(v.string()),
    v.description('Why the agent did not see or hear it now, such as a file that is no longer stored; else null.'),
  ),
})
export type ProofFile = v.InferOutput<typeof ProofFile>

const ProofTurn = v.object({
  customer: v.pipe(v.string(), v.description('What the customer wrote.')),
  then: v.pipe(v.nullable(v.string()), v.description('What was said then; null for a customer who does not exist.')),
  now: v.pipe(
    v.string(),
    v.description(
      'What the agent says now. Empty if it does not answer. In an exam, a real conversation is not played: `now` is `then`.',
    ),
  ),
  thenBy: v.pipe(
    v.nullable(v.picklist(['agent', 'human'])),
    v.description('Who replied in the real conversation; null without a reply.'),
  ),
  changed: v.pipe(v.boolean(), v.description('Whether `now` differs from what the agent said then.')),
  problem: v.pipe(v.nullable(v.string()), v.description('Why the agent did not answer now.')),
  files: v.pipe(
    v.array(ProofFile),
    v.description('The pictures, documents and voice messages of the customer. They are read where they are stored.'),
  ),
})
export type ProofTurn = v.InferOutput<typeof ProofTurn>

const Verdict = v.object({
  criterion: v.string(),
  then: v.pipe(v.nullable(v.boolean()), v.description('Whether the replies of then meet it.')),
  now: v.boolean(),
  reason: v.pipe(v.string(), v.description('Why they do not meet it now; else empty.')),
})
export type Verdict = v.InferOutput<typeof Verdict>

const Tokens = v.object({ then: Count, now: Count })
const Price = v.object({ then: Usd, now: Usd })

export const ProvedConversation = v.pipe(
  v.object({
    conversationId: v.pipe(Uuid, v.description('Of the real conversation, or of the simulated one.')),
    state: v.picklist(['queued', 'done', 'failed']),
    problem: v.pipe(v.nullable(v.string()), v.description('Why it could not be played to its end.')),
    changed: v.pipe(v.boolean(), v.description('Whether a reply, a call or a hand-over differs.')),
    turns: v.array(ProofTurn),
    stopped: v.pipe(
      v.nullable(v.object({ turn: Count, tool: v.string(), notPlayed: Count })),
      v.description(
        'The call at which the replay ended because no result was recorded, and how many later turns were not played. What is compared ends there.',
      ),
    ),
    calls: v.pipe(
      v.object({ added: v.array(ProofCall), lost: v.array(ProofCall), made: v.array(ProofCall) }),
      v.description(
        'Calls of tools that are made now and were not then, that were made then and are not now, and all of now. Calls with other arguments are other calls.',
      ),
    ),
    handedOver: v.pipe(
      v.object({ then: v.boolean(), now: v.boolean() }),
      v.description('Whether the agent asked for a person.'),
    ),
    verdicts: v.pipe(v.array(Verdict), v.description('One for each of the `criteria`.')),
    tokens: Tokens,
    usd: Price,
    customer: v.pipe(
      v.nullable(Count),
      v.description('The position of the simulated customer or of the saved test, from 0.'),
    ),
    run: v.pipe(v.nullable(Count), v.description('The run of this customer, from 1.')),
    name: v.pipe(v.nullable(v.string()), v.description('The name of the saved test; null in other proofs.')),
    persona: v.nullable(v.string()),
    goal: v.nullable(v.string()),
    reached: v.pipe(v.nullable(v.boolean()), v.description('Whether the simulated customer reached the goal.')),
    end: v.pipe(v.nullable(v.picklist(ENDS)), v.description('How the conversation with a simulated customer ended.')),
    passed: v.pipe(
      v.nullable(v.boolean()),
      v.description('Whether it meets the expectations and the criteria; null before its end.'),
    ),
    reasons: v.pipe(
      v.array(
        v.object({
          turn: v.pipe(v.nullable(Count), v.description('The turn that shows it, from 0.')),
          text: v.string(),
        }),
      ),
      v.description('Why it did not pass.'),
    ),
  }),
  v.description('A conversation of a proof.'),
)
export type ProvedConversation = v.InferOutput<typeof ProvedConversation>

export const Totals = v.pipe(
  v.object({
    conversations: Count,
    done: Count,
    failed: Count,
    stopped: v.pipe(Count, v.description('Replays that ended at a call without a recorded result.')),
    changed: Share,
    passed: Share,
    calls: v.object({ added: v.record(v.string(), Count), lost: v.record(v.string(), Count) }),
    handedOver: v.object({ then: Share, now: Share }),
    reached: v.pipe(v.nullable(Share), v.description('Simulated customers who reached their goal; null for a replay.')),
    criteria: v.array(v.object({ criterion: v.string(), then: v.nullable(Share), now: Share })),
    tokens: Tokens,
    usd: Price,
  }),
  v.description('The sums of a proof.'),
)
export type Totals = v.InferOutput<typeof Totals>

export const CustomerResult = v.object({
  persona: v.string(),
  goal: v.string(),
  runs: Count,
  reachedRuns: Count,
  passedRuns: Count,
  passed: v.pipe(v.boolean(), v.description('Whether at least `mustPass` runs passed.')),
  passPower: v.pipe(
    v.array(v.number()),
    v.description('pass^k for k = 1 to the number of runs: the estimated probability that k runs all pass.'),
  ),
})
export type CustomerResult = v.InferOutput<typeof CustomerResult>

const summary = {
  id: v.pipe(Uuid, v.description('Sorts by time.')),
  agentId: Uuid,
  kind: v.pipe(
    v.picklist(['replay', 'customers', 'exam', 'tests']),
    v.description(
      '`exam`: an exam of the agent: customers, and real conversations that are judged as they were. `tests`: the tests that are saved with the agent in the dashboard.',
    ),
  ),
  state: v.pipe(
    v.picklist(['queued', 'running', 'done', 'failed']),
    v.description('`failed`: it was stopped, or could not run to its end; `problem` has the reason.'),
  ),
  problem: v.nullable(v.string()),
  draft: v.pipe(
    v.boolean(),
    v.description('Whether the draft answered; else the published agent, which had no draft.'),
  ),
  version: v.pipe(Count, v.description('The revision of the draft or of the agent that answered.')),
  passed: v.pipe(
    v.nullable(v.boolean()),
    v.description(
      'Whether all customers passed and all criteria are met; null before the end, and if no conversation was played.',
    ),
  ),
  total: v.pipe(Count, v.description('Conversations to play; 0 while they are chosen.')),
  finished: v.pipe(Count, v.description('Conversations that were played.')),
  usd: v.pipe(
    Usd,
    v.description('What the proof itself used, as far as prices of models are known. It counts as use of the agent.'),
  ),
  whatChanged: v.pipe(v.string(), v.description('One sentence; empty before the end.')),
  createdAt: DateTime,
  finishedAt: v.nullable(DateTime),
}

const SUMMARY_EXAMPLE = {
  id: exampleId('proofs'),
  agentId: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e01',
  kind: 'replay',
  state: 'queued',
  problem: null,
  draft: true,
  version: 3,
  passed: null,
  total: 0,
  finished: 0,
  usd: 0,
  whatChanged: '',
  createdAt: '2026-03-02T09:15:30.000Z',
  finishedAt: null,
} as const

export const ProofSummary = v.pipe(
  v.object(summary),
  v.description('A proof of an agent without its conversations.'),
  v.examples([SUMMARY_EXAMPLE]),
)
export type ProofSummary = v.InferOutput<typeof ProofSummary>

export const Proof = v.pipe(
  v.object({
    ...summary,
    totals: v.pipe(v.nullable(Totals), v.description('Of the conversations that were played; null before the end.')),
    customers: v.pipe(v.array(CustomerResult), v.description('The simulated customers; empty for a replay.')),
    conversations: v.array(ProvedConversation),
  }),
  v.description('A proof of an agent: real conversations again, or conversations with customers who do not exist.'),
  v.examples([{ ...SUMMARY_EXAMPLE, totals: null, customers: [], conversations: [] }]),
)
export type Proof = v.InferOutput<typeof Proof>

const all = { path: '/api/v1/agents/{id}/proofs/', tag: 'Agents', params: IdParams } as const
const one = {
  path: '/api/v1/agents/{id}/proofs/{proofId}/',
  tag: 'Agents',
  params: v.object({ ...IdParams.entries, proofId: v.pipe(v.string(), v.metadata({ format: 'uuid' })) }),
} as const

export const createProof = endpoint({
  ...all,
  method: 'POST',
  summary: 'Prove an agent',
  description:
    'Plays conversations with the draft of the agent, or with the published agent if it has no draft. `replay` plays real conversations of a period again: the customers write as they did, and the agent answers now. `customers` lets a model play customers. Nothing leaves the service: no message, no webhook, no tool with an effect, no memory, no wake-up. It runs in the background: get the proof until its state is `done` or `failed`. Stored for 30 days, and deleted with the customers that it shows.',
  body: ProofInput,
  status: 201,
  response: Proof,
  errors: [400, 404],
})

export const getProof = endpoint({
  ...one,
  method: 'GET',
  summary: 'Get a proof',
  description: 'Returns the conversations side by side, and the totals after the end.',
  response: Proof,
  errors: [404],
})

export const listProofs = endpoint({
  ...all,
  method: 'GET',
  summary: 'List the proofs of an agent',
  description: 'The latest 20, newest first, without their conversations.',
  response: v.object({ results: v.array(ProofSummary) }),
  errors: [404],
})

export const stopProof = endpoint({
  ...one,
  path: '/api/v1/agents/{id}/proofs/{proofId}/stop/',
  method: 'POST',
  summary: 'Stop a proof',
  description: 'Ends a proof that is queued or running. Conversations that were played stay. Idempotent.',
  response: Proof,
  errors: [404],
})
