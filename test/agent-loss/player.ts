import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { answer } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { type Action, argumentsOf, type Task } from './tasks.ts'

/** Records that are changed together. Calls of one response run concurrently, so only calls of different kinds are packed. */
const KINDS = ['customer', 'order', 'ticket'] as const

const Called = v.object({
  id: v.string(),
  function: v.object({
    name: v.string(),
    arguments: v.pipe(
      v.string(),
      v.parseJson(),
      v.looseObject({ id: v.optional(v.string()), line: v.optional(v.number()) }),
    ),
  }),
})
const ChatRequest = v.object({
  messages: v.array(
    v.variant('role', [
      v.object({ role: v.picklist(['system', 'user']), content: v.string() }),
      v.object({
        role: v.literal('assistant'),
        content: v.nullish(v.string()),
        tool_calls: v.optional(v.array(Called), []),
      }),
      v.object({ role: v.literal('tool'), content: v.string(), tool_call_id: v.string() }),
    ]),
  ),
})
type Messages = v.InferOutput<typeof ChatRequest>['messages']

/** Returns the text with which a customer begins a turn. */
export function askFor({ name }: Task, turn: number): string {
  return `Please do turn ${turn + 1} of ${name}.`
}

interface Turn {
  readonly task: Task
  readonly turn: number
}

/** A model that plays the right actions. It knows the results of earlier actions only from the messages that it reads. */
export class Player {
  readonly #tasks: ReadonlyMap<string, Turn>
  readonly #isPacked: boolean
  /** What it could not do, because it did not know a result. */
  readonly lost: string[] = []
  #calls = 0

  constructor(tasks: readonly Task[], isPacked: boolean) {
    this.#tasks = new Map(
      tasks.flatMap((task) => task.turns.map((_, turn) => [askFor(task, turn), { task, turn }] as const)),
    )
    this.#isPacked = isPacked
  }

  /** Serves the model's API. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return answer(response, { status: 200, body: { data: [{ id: 'player' }] } })
    const chat = v.parse(ChatRequest, await json(request))
    const message = this.#next(chat.messages)
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }
    answer(response, { status: 200, body: { id: 'c', object: 'chat.completion', choices: [choice], usage } })
  }

  #next(messages: Messages): object {
    const asked = messages.findLast(({ role }) => role === 'user')?.content ?? ''
    const playing = this.#tasks.get(asked)
    if (!playing) return { content: 'I do not know this task.' }
    const { task, turn } = playing
    const before = task.turns.slice(0, turn).flat().length
    const read = resultsIn(messages)
    const open = (task.turns[turn] ?? []).flatMap((action, index) =>
      read.results.has(before + index) ? [] : [{ action, line: before + index }],
    )
    if (open.length === 0) return { content: `Turn ${turn + 1} is done.` }
    const calls: { readonly name: string; readonly args: object }[] = []
    const kinds = new Set<string>()
    for (const { action, line } of open.slice(0, this.#isPacked ? KINDS.length + 1 : 1)) {
      const args = argumentsOf(action, (of) => read.results.get(of))
      const kind = kindOf(action)
      if (!args || kinds.has(kind)) break
      kinds.add(kind)
      calls.push({ name: action.tool, args: { ...args, line } })
    }
    if (calls.length === 0) calls.push(...recalls(open[0]?.action, read))
    if (calls.length === 0) {
      this.lost.push(`${task.name}: the results for ${open[0]?.action.tool} of turn ${turn + 1} are not known`)
      return { content: 'I do not know what I did.' }
    }
    return {
      content: null,
      tool_calls: calls.map(({ name, args }) => ({
        id: `call_${this.#calls++}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      })),
    }
  }
}

function kindOf({ tool }: Action): string {
  return KINDS.find((kind) => tool.includes(kind)) ?? 'item'
}

interface Read {
  /** By the line of the action. */
  readonly results: ReadonlyMap<number, unknown>
  /** The ids to recall results that are cut, by the line of the action. */
  readonly references: ReadonlyMap<number, string>
}

const REFERENCE = /recall with the id "(\w+)"/

/** Reads the results of the tools in the messages. A result that is cut is known after it is recalled. */
function resultsIn(messages: Messages): Read {
  const made = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.tool_calls.map(({ id, function: { name, arguments: args } }) => [id, { name, args }] as const)
        : [],
    ),
  )
  const results = new Map<number, unknown>()
  const references = new Map<number, string>()
  const recalled = new Map<string, unknown>()
  for (const message of messages) {
    if (message.role !== 'tool') continue
    const call = made.get(message.tool_call_id)
    const [, reference] = REFERENCE.exec(message.content) ?? []
    const result = reference === undefined ? resultIn(message.content) : {}
    if (call?.name === 'recall') recalled.set(String(call.args.id), result)
    else if (call) results.set(Number(call.args.line), result)
    if (call && reference !== undefined) references.set(Number(call.args.line), reference)
  }
  for (const [line, reference] of references) results.set(line, recalled.get(reference) ?? {})
  return { results, references: new Map([...references].filter(([, id]) => !recalled.has(id))) }
}

/** Returns the JSON in a tool's result. */
function resultIn(content: string): unknown {
  const line = content.split('\n').find((one) => one.startsWith('{'))
  try {
    return JSON.parse(line ?? '{}')
  } catch {
    return {}
  }
}

function recalls(action: Action | undefined, { references }: Read) {
  const needed = Object.values(action?.args ?? {}).flatMap((value) =>
    typeof value === 'object' ? (references.get(value.of) ?? []) : [],
  )
  return needed.map((id) => ({ name: 'recall', args: { id } }))
}
