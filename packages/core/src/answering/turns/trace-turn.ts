import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { exportSpans } from '../../platform/spans/export-spans.ts'
import { messageText } from './message-text.ts'
import type { TurnItem } from './turn-entity.ts'
import type { TurnRun } from './turn-run.ts'
import { type ModelCallTrace, turnSpans } from './turn-spans.ts'
import { loadStepItems, readResult, readStep } from './turn-steps.ts'

/** Exports the spans of a turn that has ended, if the deployment has a collector. Never throws. */
export async function traceTurn(
  { turn, origin, chat, agent, draft }: TurnRun,
  {
    sent,
    sendingAt,
    endedAt,
  }: { readonly sent: readonly string[]; readonly sendingAt: EpochMs; readonly endedAt: EpochMs },
): Promise<void> {
  await exportSpans(async (withContent) => {
    const stored = await storedCalls(turn)
    // The last call has no tools, so it is not stored.
    const last = draft?.last
    const calls = last
      ? [
          ...stored,
          {
            agentId: draft.agentId,
            model: last.model,
            at: last.at,
            durationMs: last.durationMs,
            tokens: last.tokens,
            reply: { text: last.text, toolCalls: [] },
            results: [],
          },
        ]
      : stored
    return turnSpans(
      {
        originId: origin.id,
        conversationId: chat.conversation.id,
        agent: { id: agent.head.id, name: agent.head.name },
        takenAt: origin.message?.takenAt ?? turn.startedAt,
        startedAt: turn.startedAt,
        sendingAt,
        endedAt,
        calls,
        sent: sent.length,
        question: origin.message ? messageText(origin.message) : '',
        answer: sent.join('\n'),
        declined: turn.declined,
        failedAt: turn.failedAt,
      },
      withContent,
    )
  })
}

/** Exports the spans of a turn whose retries are exhausted, if the deployment has a collector. Never throws. */
export async function traceFailedTurn(turn: TurnItem, failed: string, endedAt: EpochMs): Promise<void> {
  await exportSpans(async (withContent) => {
    const { organizationId, conversationId, id, agentId, startedAt } = turn
    const [{ data: message }, head, calls] = await Promise.all([
      MessageEntity.get({ organizationId, conversationId, id }).go(),
      findAgentHead(organizationId, agentId),
      storedCalls(turn),
    ])
    return turnSpans(
      {
        originId: id,
        conversationId,
        agent: { id: agentId, name: head?.name ?? '' },
        takenAt: message?.takenAt ?? startedAt,
        startedAt,
        sendingAt: undefined,
        endedAt,
        calls,
        sent: 0,
        question: message ? messageText(message) : '',
        answer: '',
        failed,
      },
      withContent,
    )
  })
}

/** Returns the calls of models of a turn that are stored: those with tool calls. */
async function storedCalls(turn: TurnItem): Promise<ModelCallTrace[]> {
  return (await loadStepItems(turn)).map(({ step, results }): ModelCallTrace => {
    const { agentId, model = '', reply, tokens } = readStep(step)
    return {
      agentId,
      model,
      at: step.at ?? turn.startedAt,
      durationMs: step.durationMs ?? 0,
      tokens,
      reply,
      results: results.map((result) => ({
        index: result.index,
        at: result.at ?? turn.startedAt,
        durationMs: result.durationMs ?? 0,
        text: readResult(result).result.text,
      })),
    }
  })
}
