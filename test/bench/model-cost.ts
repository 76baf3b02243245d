import { findPrice, microUsdOf, PRICES_DATE } from '@replywright/core/agents/models/prices.ts'
import { systemPrompt } from '@replywright/core/answering/turns/system-prompt.ts'

const MODELS = ['amazon.nova-lite-v1:0', 'anthropic.claude-haiku-4-5', 'anthropic.claude-sonnet-4-5', 'gpt-4.1-mini']
/** Amazon Bedrock caches prefixes of at least this length; Claude Haiku 4.5 longer ones ("Prompt caching"). */
const LEAST_CACHED = { 'anthropic.claude-haiku-4-5': 4_096, others: 1_024 }
const CHARACTERS_PER_TOKEN = 4
const [TOOLS, PROMPT_CHARACTERS, MESSAGES, MESSAGE_CHARACTERS, REPLY_TOKENS] = [20, 4_096, 10, 200, 150]
/** Tokens of the history besides the messages: none, five tool calls with results of 1 KB, and the whole budget. */
const EARLIER_CALLS = { 'no earlier tool calls': 0, 'five of 1 KB': 5 * 280, 'the whole budget': 8_000 }

/** A tool of an agent as models get it. */
const TOOL = {
  name: 'find_order',
  description: 'Returns the status, the items and the expected day of delivery of an order of this customer.',
  parameters: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'The order number, such as A-1042.' },
      withItems: { type: 'boolean', description: 'Whether to return the items too.' },
    },
    required: ['orderId'],
  },
}

/** Prints the USD of an answer with and without the cache: one call without tool calls, of a realistic agent. */
export async function run(): Promise<void> {
  const { system, facts } = systemPrompt({
    agent: { name: 'Ada', systemPrompt: 'x'.repeat(PROMPT_CHARACTERS) },
    customerName: 'Alex Example',
    now: 0,
    memory: 'frameSize: 54',
    greeting: '',
    cut: false,
    notes: [],
  })
  const fixed = tokensOf(system.length + TOOLS * JSON.stringify(TOOL).length)
  const messages = tokensOf(facts.length + MESSAGES * MESSAGE_CHARACTERS)
  console.log(
    `${TOOLS} tools, a prompt of 4 KB and the rules: ${fixed} tokens. Facts and ${MESSAGES} messages: ${messages}.`,
  )
  console.log(`Reply: ${REPLY_TOKENS}. USD per million answers, at the prices of ${PRICES_DATE}:`)
  for (const [history, tokens] of Object.entries(EARLIER_CALLS)) {
    // The budget contains the messages.
    const current = Math.max(messages, tokens === EARLIER_CALLS['the whole budget'] ? tokens : messages + tokens)
    const all = { inputTokens: fixed + current, outputTokens: REPLY_TOKENS }
    console.log(`History with ${history}: ${current} tokens`)
    console.table(Object.fromEntries(MODELS.map((model) => [model, row(model, all, fixed)])))
  }
}

function row(model: string, all: { readonly inputTokens: number; readonly outputTokens: number }, fixed: number) {
  const price = findPrice(model)
  if (!price) throw new Error(`There is no price of ${model}`)
  const least = model in LEAST_CACHED ? LEAST_CACHED['anthropic.claude-haiku-4-5'] : LEAST_CACHED.others
  const cacheable = fixed < least ? 0 : fixed
  // A call costs as many millionths of a USD as a million calls cost USD.
  const [without, first, cached] = [
    microUsdOf(price, all),
    microUsdOf(price, { ...all, writtenTokens: cacheable }),
    microUsdOf(price, { ...all, cachedTokens: cacheable }),
  ]
  const saved = `${Math.round((1 - cached / without) * 100)} %`
  return { 'without cache': without, 'first answer': first, 'with cache': cached, saved }
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}
