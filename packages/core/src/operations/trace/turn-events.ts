import { storedParts } from '../../answering/turns/compose-reply.ts'
import { turnStatus } from '../../answering/turns/turn-entity.ts'
import { storedReply, storedResult } from '../../answering/turns/turn-steps.ts'
import type { Trace } from './get-trace.ts'
import { type TraceEvent, waited } from './trace-event.ts'

/** Returns the events of an agent's turn: its start, each step with its tools, and its end. */
export function turnEvents({ turn, inbound, steps, results }: Trace): TraceEvent[] {
  if (!turn) return []
  const { id, startedAt, relayedAt, saidAt, saidMs, failedAt, covers, round, tries } = turn
  const answered = inbound.find((message) => message.id === id && message.turnId === id)
  const finishedAt = turn.finishedAt ?? answered?.answeredAt
  const status = finishedAt === undefined ? turnStatus(turn) : 'answered'
  const said = storedParts.parse(turn.reply ?? '[]', turn.format).map(({ content }) => content.text)
  const rounds = round > 0 ? `, restarted ${round} times` : ''
  return [
    ...(relayedAt === undefined ? [] : [{ at: relayedAt, what: 'turn relayed', where: 'relay', id }]),
    {
      at: startedAt,
      what: 'turn begun',
      where: 'answer',
      outcome: `answers ${covers.length}${rounds}${waited(relayedAt, startedAt)}`,
      id,
    },
    ...steps.flatMap((step): TraceEvent[] => {
      const { text, toolCalls } = storedReply.parse(step.reply, step.format)
      const said = toolCalls.length > 0 ? `calls ${toolCalls.map(({ name }) => name).join(', ')}` : 'final reply'
      const asked = { at: step.at ?? startedAt, durationMs: step.durationMs, what: 'model asked', where: 'answer' }
      const ofStep = results.filter((result) => result.round === step.round && result.step === step.step)
      return [
        { ...asked, outcome: said, id, content: text },
        ...ofStep.map((result): TraceEvent => {
          const call = toolCalls[result.index]
          const content = `${JSON.stringify(call?.args ?? {})} → ${storedResult.parse(result.result, result.format).text}`
          const { durationMs, ran } = result
          const outcome = ran ? 'ran' : 'not run'
          const at = result.at ?? asked.at
          return { at, durationMs, what: `tool ${call?.name}`, where: 'answer', outcome, failed: !ran, id, content }
        }),
      ]
    }),
    ...(saidAt === undefined
      ? []
      : [
          {
            at: saidAt,
            durationMs: saidMs,
            what: 'model asked',
            where: 'answer',
            outcome: 'final reply',
            id,
            content: said.join('\n'),
          },
        ]),
    ...(finishedAt === undefined ? [] : [{ at: finishedAt, what: 'turn ended', where: 'answer', id }]),
    ...(status === 'failed' && failedAt !== undefined
      ? [
          {
            at: failedAt,
            what: 'turn exhausted',
            where: 'answer',
            outcome: 'in the dead letters of turns',
            failed: true,
            id,
          },
        ]
      : []),
    ...(status === 'open' && tries > 0
      ? [
          {
            at: startedAt,
            what: 'turn failed',
            where: 'answer',
            outcome: `${tries} times, will be retried`,
            failed: true,
            id,
          },
        ]
      : []),
  ]
}
