import * as v from 'valibot'
import { Json } from './agents-sub-resources.ts'
import { AgentTurn } from './dashboard/tool-calls.ts'
import { endpoint } from './endpoint.ts'
import { stringifyExactJson } from './exact-json.ts'
import { anyRule, IdParams, maxCharacters, Uuid, wellFormed } from './fields.ts'
import { Message } from './messages.ts'

const LONGEST_TEXT = 4096
const LONGEST_ID = 256
const LARGEST_RESULTS = 64 * 1024
/** In base64, below the largest body of 1 MB. */
const LARGEST_FILE = 900_000

const TrialFile = v.pipe(
  v.object({
    mimeType: v.pipe(
      v.picklist(['image/jpeg', 'image/png', 'audio/ogg', 'application/pdf']),
      v.description('`audio/ogg` is a voice message.'),
    ),
    data: v.pipe(
      v.string(),
      v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/, 'must be base64'),
      maxCharacters(LARGEST_FILE),
      v.description('The file in base64, at most 675 KB.'),
    ),
  }),
  v.description('A picture, a voice message or a PDF file that the customer sends. `text` is its caption.'),
)

const ToolResults = v.config(
  v.pipe(
    v.record(v.string(), Json),
    v.check(
      (results) => stringifyExactJson(results).length <= LARGEST_RESULTS,
      `must be at most ${LARGEST_RESULTS / 1024} KB as JSON`,
    ),
  ),
  // Results that are nested too deeply cannot be written as JSON.
  { abortPipeEarly: true },
)

const fields = {
  text: v.pipe(
    v.optional(v.pipe(v.string(), v.trim(), maxCharacters(LONGEST_TEXT), wellFormed), ''),
    v.description("The customer's text, or the text of the button. Required without a file."),
  ),
  file: v.optional(TrialFile),
  buttonId: v.pipe(
    v.optional(v.pipe(v.string(), maxCharacters(LONGEST_ID), wellFormed)),
    v.description('The id of the button that the customer taps.'),
  ),
  toolResults: v.pipe(
    v.optional(ToolResults),
    v.description(
      'Results by the name of the tool, for a new trial. Such a tool is not called: the model reads the text, or the value as JSON.',
    ),
  ),
  draft: v.pipe(
    v.optional(v.boolean()),
    v.description('Whether a new trial uses the draft of the agent. The published agent answers if it has none.'),
  ),
}

// Without this mark, the bundler would keep the schemas in functions that do not use them.
/* @__NO_SIDE_EFFECTS__ */
function inputWith(trialId: v.GenericSchema<string>) {
  return v.pipe(
    v.object({
      ...fields,
      trialId: v.pipe(v.optional(trialId), v.description('Continues this trial. A new one starts without it.')),
    }),
    anyRule(
      { required: ['file'], properties: { file: { type: 'object' } } },
      { required: ['text'], properties: { text: { type: 'string', pattern: '\\S' } } },
    ),
    v.forward(
      v.check(({ text, file }) => text !== '' || file !== undefined, 'must not be empty without a file'),
      ['text'],
    ),
    v.description("A customer's turn in a trial."),
    v.examples([{ text: 'Where is order A-1042?', toolResults: { Find_an_order: { status: 'shipped' } } }]),
  )
}

/** The chat that a user of the dashboard has with an agent, and the one with its draft. Their tools have effects. */
const OWN_TRIALS = ['own', 'own-draft'] as const
const IdForUsers = v.union([Uuid, v.picklist(OWN_TRIALS)])

export const TrialInput = inputWith(Uuid)
const InputOfUsers = inputWith(IdForUsers)
export type TrialInput = v.InferOutput<typeof TrialInput>

const view = {
  id: Uuid,
  state: v.pipe(
    v.picklist(['answering', 'idle', 'failed']),
    v.description('`answering`: get it again in a second. `failed`: no model replied, or a monthly limit is reached.'),
  ),
  messages: v.pipe(v.array(Message), v.description('The latest 100 messages, oldest first.')),
  turns: v.pipe(v.array(AgentTurn), v.description("The agent's latest 20 turns, oldest first.")),
  memory: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description('What the agents remember of the customer, by memory key.'),
  ),
}

export const Trial = v.pipe(
  v.object(view),
  v.description('A trial of an agent: a conversation with a customer who does not exist, on the sandbox number.'),
)
const TrialOfUsers = v.object({ ...view, id: IdForUsers })
export type Trial = v.InferOutput<typeof TrialOfUsers>

const one = {
  path: '/api/v1/agents/{id}/trials/{trialId}/',
  tag: 'Agents',
  params: v.object({ ...IdParams.entries, trialId: v.pipe(v.string(), v.metadata({ format: 'uuid' })) }),
} as const

export const createTrial = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/trials/',
  tag: 'Agents',
  summary: 'Send a turn of a trial',
  description:
    'Sends a text or a file to the agent as a customer who does not exist, on the sandbox number. The reply follows: get the trial until its state is not `answering`. Tools that change something outside have no effect: they need a result in `toolResults`. Other tools are called. Memory and wake-ups belong to the trial only. Delete the trial at the end; otherwise its messages expire as all messages do.',
  body: TrialInput,
  status: 201,
  response: Trial,
  forUsers: { body: InputOfUsers, response: TrialOfUsers },
  errors: [400, 404],
})

export const getTrial = endpoint({
  ...one,
  method: 'GET',
  summary: 'Get a trial',
  description:
    "Returns the replies, the tool calls with arguments, the agents that replied and the tokens of a trial's turns.",
  response: Trial,
  forUsers: { response: TrialOfUsers },
  errors: [404],
})

export const deleteTrial = endpoint({
  ...one,
  method: 'DELETE',
  summary: 'Delete a trial',
  description: 'Deletes the conversation of the trial with everything in it. Returns 409 while the agent is replying.',
  errors: [404, 409],
})
