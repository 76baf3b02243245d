import { functionOf, type Plan } from './plan.ts'
import type { CallKind, Tally } from './tally.ts'

/** The calls of a run: during the setup of its world, and after it. */
export interface RunTallies {
  readonly before: Tally
  readonly during: Tally
}

const isWindow = (physicalName: string) => functionOf({ function: physicalName }) === 'Window'
const isDeliver = (physicalName: string) => functionOf({ function: physicalName }) === 'Deliver'

/**
 * Returns why the call of a plan was not made, or undefined if there is no known reason. The number of calls of some
 * kinds depends on timing; all others are the same in each run.
 */
export function whyUnmet(
  { call, recorded }: Pick<Plan, 'call' | 'recorded'>,
  { before, during }: RunTallies,
): string | undefined {
  const [planned, made] = [recorded.of(call), during.of(call)]
  // A message arms the service window unless an earlier message has armed it.
  const armings = recorded.received(isWindow) - during.received(isWindow)
  if (planned.messages > 0 && made.messages > 0 && made.messages + Math.max(0, armings) >= planned.messages)
    return `${made.messages} messages came in ${made.calls} calls; in the recorded run, ${planned.messages} in ${planned.calls}`
  const receiving: CallKind = { by: 'mapping', function: call.function, service: 'sqs', action: 'ReceiveMessage' }
  const [plannedBatches, batches] = [recorded.of(receiving), during.of(receiving)]
  const fewerBatches = batches.messages >= plannedBatches.messages ? plannedBatches.calls - batches.calls : 0
  if (isDeliver(call.function) && call.action === 'GetItem' && planned.calls - made.calls <= fewerBatches)
    return 'the messages came in fewer batches, each of which reads a webhook once'
  const decrypting: CallKind = { by: 'function', function: call.function, service: 'kms', action: 'Decrypt' }
  const known = recorded.of(decrypting).calls - during.of(decrypting).calls
  if (isDeliver(call.function) && call.action === 'UpdateItem' && planned.calls - made.calls <= known)
    return 'fewer workers sealed the secrets of a webhook, because another one had done so'
  if (functionOf(call) === 'Counter' && made.calls > 0) return 'the results were counted in fewer batches'
  if (call.action === 'Decrypt' && before.of(call).calls + made.calls > 0)
    return 'the worker knew the plaintext from an earlier call'
  if (
    functionOf(call) === 'Ingress' &&
    call.action === 'GetItem' &&
    planned.calls - made.calls === planned.repeats - made.repeats
  )
    return 'fewer workers read an item that each of them caches'
  // No flow sends more than one message, so at most one report is superfluous.
  // Without webhooks for it, a report is one update; otherwise a transaction with its events.
  const isReport = functionOf(call) === 'Ingress' && ['UpdateItem', 'TransactWriteItems'].includes(call.action)
  if (isReport && planned.calls - made.calls === 1)
    return 'the message was stored as sent before the provider reported it, so nothing was written'
  const asksForArming = functionOf(call) === 'Ingress' && call.action === 'PutItem'
  if (asksForArming && call.nth - made.calls <= armings)
    return 'the service window was armed before the next message came, which did not request it again'
  const scheduling: CallKind = {
    by: 'function',
    function: call.function,
    service: 'scheduler',
    action: 'CreateSchedule',
  }
  const schedules = during.of(scheduling).calls
  if (isWindow(call.function) && schedules > 0 && (armings > 0 || schedules < recorded.of(scheduling).calls))
    return 'the service window was armed once; in the recorded run, it was requested or armed twice'
  return undefined
}
