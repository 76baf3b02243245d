import { setTimeout } from 'node:timers/promises'
import type { Service } from '@replywright/local/start-service.ts'
import { type Comparison, LONGEST_MILLISECONDS, measure } from './latencies.ts'
import type { LogLines } from './log-lines.ts'
import { callsOf, idIn, postQuestion, sandboxNumber } from './organizations.ts'

const CONVERSATIONS = 200
/** Close to the timeout of a tool call, 20 s. */
const TOOL_MILLISECONDS = 19_000
const TIMED = 25

/**
 * Measures the wait for a quiet organisation's reply, without and with 200 conversations of another organisation in
 * slow tools.
 */
export async function compareTurns(service: Service, lines: LogLines): Promise<Comparison> {
  const ask = await quietCustomer(service, lines)
  await measure(5, ask)
  const withoutLoad = await measure(TIMED, ask)
  await startNoise(service, lines)
  const withLoad = await measure(TIMED, ask)
  return {
    title: `asked → replied by a quiet organisation’s agent, ${TIMED} questions one after the other`,
    load: `${CONVERSATIONS} conversations in tools of ${TOOL_MILLISECONDS / 1000} s`,
    withoutLoad,
    withLoad,
    // The noisy organisation's slots leave workers free.
    batchMs: 0,
  }
}

async function quietCustomer(service: Service, lines: LogLines): Promise<() => Promise<number>> {
  const call = callsOf(service, service.ready.otherOrganization.apiKey)
  const { number, phoneNumberId } = await sandboxNumber(call)
  const agentId = idIn(await call('POST', '/agents/', { name: 'Quiet agent' }))
  const from = '447700940000'
  const conversationId = idIn(await call('POST', '/conversations/', { toNumber: from, fromNumber: number, agentId }))
  return async () => {
    const started = performance.now()
    const answered = lines.next(
      (line) => line.event === 'turn.answered' && line.conversationId === conversationId,
      LONGEST_MILLISECONDS,
    )
    await postQuestion(service, { from, phoneNumberId }).posted
    return (await answered) - started
  }
}

/** Resolves when the noisy organisation's conversations are in tools, or waiting for a worker. */
async function startNoise(service: Service, lines: LogLines): Promise<void> {
  const { ready, receiver, provider } = service
  const call = callsOf(service, ready.apiKey)
  receiver.behave('/slow-tool', { delayMs: TOOL_MILLISECONDS, body: '{}' })
  const apiSchema = { url: `${receiver.url}/slow-tool`, method: 'POST' }
  const agent = { name: 'Noisy agent', tools: [{ name: 'wait', description: '', apiSchema, creditCost: 0 }] }
  const agentId = idIn(await call('POST', '/agents/', agent))
  const fromNumber = ready.numbers[0]?.number
  for (let n = 0; n < CONVERSATIONS; n++) {
    const from = `4477009410${String(n).padStart(3, '0')}`
    await call('POST', '/conversations/', { toNumber: from, fromNumber, agentId })
    const { status } = await provider.sendAsCustomer({ from, text: '/call wait' })
    // The provider repeats a message without a response in time.
    if (status !== 200 && status !== 0) throw new Error(`the ingress returned ${status}`)
    // Workers start one after the other, because concurrent starts would use all processors of a small machine for
    // minutes.
    if (n < 20) await lines.next(({ event }) => event === 'turn.stepped' || event === 'turn.waiting', 5000)
  }
  await setTimeout(3000)
}
