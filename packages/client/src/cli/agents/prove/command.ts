import { API_OPTIONS, readApiOptions, reasonOf } from '../../api-options.ts'
import { openApi } from '../../connection.ts'
import { readTime } from '../../duration.ts'
import { CliError, type Command } from '../../io.ts'
import { helpOf, readArguments } from '../../options.ts'
import { checkWritable, readAgentFile, writeText } from '../agent-file.ts'
import { isDataFile } from '../read-data.ts'
import { junit, resultLines } from '../test/command.ts'
import type { Result } from '../test/run-tests.ts'
import { assertDone, type Proof, reasonsOf, runProof } from './run-proof.ts'

const SYNTAX = {
  name: 'agents prove',
  description:
    'Plays real conversations again with the draft of an agent, or with the published agent if it has no draft: the customers write as they did, and nothing leaves the service. Exits with 1 if a conversation does not pass, or, with --unchanged, if one changed. Requires a full API key.',
  args: { '<agent>': 'The id of an agent, or its file' },
  options: {
    since: {
      type: 'string',
      value: 'time',
      help: 'The start: a time (2026-03-01T00:00:00Z) or an age (36h, 7d). Default: 1d',
    },
    until: { type: 'string', value: 'time', help: 'The end, in the same form. Default: now' },
    filter: { type: 'string', value: 'name', help: 'handed_over, failed, unhappy or expensive' },
    tools: {
      type: 'string',
      value: 'mode',
      help: 'recorded, live_read_only, or JSON by tool for calls without a recorded result: {"cancel": "stop"}. Default: recorded',
    },
    criteria: { type: 'string', value: 'texts', help: 'What replies must meet, separated by semicolons' },
    limit: { type: 'string', value: 'n', help: 'The maximum of conversations. Default: 50' },
    'max-usd': { type: 'string', value: 'usd', help: 'The proof stops when it has used this much. Default: 5' },
    published: { type: 'boolean', help: 'Proves the published agent, also if there is a draft' },
    unchanged: { type: 'boolean', help: 'Exits with 1 if a conversation changed' },
    junit: { type: 'string', value: 'file', help: 'Also writes the results as a JUnit file' },
    ...API_OPTIONS,
  },
  example: `Example:
  replywright agents prove shop.agent.yaml --since 7d --filter handed_over --junit proof.xml`,
} as const

const STOP_TIMEOUT_MS = 10_000

export const proveCommand: Command = {
  summary: 'plays real conversations again with the draft of an agent',
  help: () => helpOf(SYNTAX),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, SYNTAX)
    const [agent = ''] = positionals
    const options = readApiOptions(values, io.env)
    if (values.junit !== undefined) await checkWritable('--junit', values.junit)
    const agentId = await idOf(agent)
    const now = io.timing.now()
    const input = {
      kind: 'replay',
      since: readTime('--since', values.since ?? '1d', now),
      ...(values.until !== undefined && { until: readTime('--until', values.until, now) }),
      ...(values.filter !== undefined && { filter: values.filter }),
      ...(values.tools !== undefined && { tools: readTools(values.tools) }),
      ...(values.criteria !== undefined && { criteria: textsOf(values.criteria) }),
      ...(values.limit !== undefined && { limit: readNumber('limit', values.limit) }),
      ...(values['max-usd'] !== undefined && { maxUsd: readNumber('max-usd', values['max-usd']) }),
      draft: !values.published,
    }
    const stop = async (target: string) => {
      const api = openApi(options, { ...io, signal: AbortSignal.timeout(STOP_TIMEOUT_MS) })
      await api({ method: 'POST', target }).catch((error: unknown) => io.err(`Not stopped: ${reasonOf(error)}`))
    }
    const startedAt = io.timing.now()
    const onProgress = ({ finished, total }: Proof) => io.err(`${finished} of ${total} conversations`)
    const proof = await runProof(openApi(options, io), io, agentId, input, onProgress, stop)
    const seconds = (io.timing.now() - startedAt) / 1000
    const results = resultsOf(proof, { seconds, mustNotChange: values.unchanged === true })
    for (const result of results) for (const line of resultLines(result)) io.out(line)
    if (values.junit !== undefined) await writeText(values.junit, junit(agent, results))
    assertDone(proof)
    io.out(`${proof.whatChanged} The proof used ${proof.usd} USD.`)
    return results.every(({ passed }) => passed) ? 0 : 1
  },
}

/** Returns each conversation of a proof as a result. */
export function resultsOf(
  { conversations, problem, state }: Proof,
  { seconds, mustNotChange }: { readonly seconds: number; readonly mustNotChange: boolean },
): Result[] {
  const share = Math.round((seconds / Math.max(1, conversations.length)) * 1000) / 1000
  const results = conversations.map((conversation) => {
    const reasons = [
      ...reasonsOf(conversation),
      ...(mustNotChange && conversation.changed ? ['The conversation changed.'] : []),
    ]
    const passed = conversation.passed === true && reasons.length === 0
    return {
      name: conversation.conversationId,
      passed,
      runs: 1,
      passedRuns: passed ? 1 : 0,
      tokens: conversation.tokens.now,
      seconds: share,
      reasons,
    }
  })
  if (state === 'done') return results
  const failed = { name: 'proof', passed: false, runs: 0, passedRuns: 0, tokens: 0, seconds, reasons: [problem ?? ''] }
  return [...results.filter(({ reasons, passed }) => passed || reasons.length > 0), failed]
}

async function idOf(agent: string): Promise<string> {
  if (!isDataFile(agent)) return agent
  const { id } = await readAgentFile(agent)
  if (id === undefined) throw new CliError(`${agent} has no id. Push it first.`, 2)
  return id
}

function readNumber(option: string, text: string): number {
  const number = Number(text)
  if (text.trim() === '' || Number.isNaN(number)) throw new CliError(`--${option} must be a number.`, 2)
  return number
}

function textsOf(criteria: string): string[] {
  return criteria
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean)
}

/** Returns the mode, or the choices by the name of the tool. @throws CliError for text that is not JSON */
function readTools(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError('--tools must be recorded, live_read_only or a JSON object, such as {"cancel": "stop"}.', 2)
  }
}
