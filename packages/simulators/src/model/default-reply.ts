import { asksForOrder, ORDER_TOOL, sentenceOf } from '../orders.ts'
import { playCustomer } from './play-customer.ts'
import { type ChatRequest, latestResults, latestUserTexts, systemText } from './requests.ts'

/** The response of the model: text, tool calls, or both. `arguments` is sent unchanged. */
export interface ModelReply {
  readonly text: string
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[]
}

const RESULT_CHARACTERS = 1500
const INTRODUCTION =
  'I am the simulated model of this service and only repeat messages. Try “/call <tool> {…}”, or set MODEL_BASE_URL to use a real model.'

/**
 * Builds the response without a script, always the same for the same conversation. It passes on results of tools, calls
 * a tool for `/call <tool> <arguments as JSON>`, calls the demo's tool for questions about an order, and repeats anything else.
 */
export function defaultReply(request: Pick<ChatRequest, 'messages' | 'tools'>): ModelReply {
  const verdict = judged(request)
  if (verdict !== undefined) return say(verdict)
  if (request.tools.some((tool) => tool.function.name === RECORDS)) return recorded(request)
  const customer = playCustomer(request)
  if (customer) return customer
  const results = latestResults(request).map(withoutMarks)
  const known = new Set(request.tools.map((tool) => tool.function.name))
  const order = known.has(ORDER_TOOL) ? results.map(sentenceOf).find((sentence) => sentence !== undefined) : undefined
  if (order !== undefined) return say(order)
  if (results.length > 0) return say(`Here is what I found:\n${results.join('\n').slice(0, RESULT_CHARACTERS)}`)
  const texts = latestUserTexts(request).map(withoutMarks).filter(Boolean)
  const calls = texts.flatMap(callsIn)
  const unknown = calls.find(({ name }) => !known.has(name))
  if (unknown) return say(`I have no tool ${unknown.name}. I have: ${[...known].join(', ') || 'none'}.`)
  if (calls.length > 0) return { text: '', toolCalls: calls }
  if (known.has(ORDER_TOOL) && texts.some(asksForOrder))
    return { text: '', toolCalls: [{ name: ORDER_TOOL, arguments: '{}' }] }
  const repeated = texts.length === 0 ? 'Hello! How can I help?' : `Thanks for writing! You said: ${quoted(texts)}`
  const isFirst = request.messages.every(({ role }) => role !== 'assistant')
  return say(isFirst ? `${repeated}\n\n${INTRODUCTION}` : repeated)
}

function say(text: string): ModelReply {
  return { text, toolCalls: [] }
}

function callsIn(text: string): ModelReply['toolCalls'] {
  return [...text.matchAll(/^\s*\/call\s+([\w-]+)[ \t]*(.*)$/gm)].map(([, name = '', args = '']) => ({
    name,
    arguments: args.trim() || '{}',
  }))
}

function quoted(texts: readonly string[]): string {
  const marked = texts.map((text) => `“${text}”`)
  return marked.length === 1 ? `${marked[0]}` : `${marked.slice(0, -1).join(', ')} and ${marked.at(-1)}`
}

/** The tool with which the service asks how a session ended. */
const RECORDS = 'record_outcome'

/** Returns a call with the number of lines of the chat as its summary. */
function recorded(request: Pick<ChatRequest, 'messages'>): ModelReply {
  const lines =
    latestUserTexts(request)
      .join('\n')
      .match(/^(Customer|Assistant): /gm) ?? []
  const summary = `A simulated summary of ${lines.length} messages.`
  return { text: '', toolCalls: [{ name: RECORDS, arguments: JSON.stringify({ summary }) }] }
}

const JUDGES = 'You judge whether a reply of an assistant meets an expectation.'

/** Returns the verdict for a prompt of `agents test`: whether the reply has all words of the expectation. */
function judged(request: Pick<ChatRequest, 'messages' | 'tools'>): string | undefined {
  if (!systemText(request).includes(JUDGES)) return undefined
  const [, expected = '', reply = ''] =
    /Expectation: ([\s\S]*?)\s*Reply: ([\s\S]*)/.exec(latestUserTexts(request).join('\n')) ?? []
  const text = reply.toLowerCase()
  const missing = expected
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
    ?.find((word) => !text.includes(word))
  return missing === undefined ? 'PASS' : `FAIL: the reply does not contain “${missing}”.`
}

/** Removes the tags with which prompts mark data. */
function withoutMarks(text: string): string {
  return text.replace(/<\/?[a-z][\w-]*( [^<>]*)?>/gi, '').trim()
}
