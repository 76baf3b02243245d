import type { ProvedConversation } from '@replywright/contract/proofs.ts'
import { shorten } from '../../agents/models/shorten.ts'

/** The largest result of a conversation as JSON, in bytes. A response has up to `MOST_PLAYED` of them, and ends at 6 MB. */
export const LARGEST_PART = 24 * 1024

/** The lengths of texts in characters, and of lists of calls, that are tried in this order. */
const STEPS = [
  [4096, 200],
  [1000, 100],
  [300, 50],
  [100, 20],
  [20, 10],
] as const

/** Returns a conversation whose texts and lists are cut as far as needed, so that it fits. */
export function fitPart(result: ProvedConversation): ProvedConversation {
  let fitting = result
  for (const [characters, calls] of STEPS) {
    fitting = cut(result, characters, calls)
    if (Buffer.byteLength(JSON.stringify(fitting)) <= LARGEST_PART) break
  }
  return fitting
}

function cut(result: ProvedConversation, characters: number, most: number): ProvedConversation {
  const text = (whole: string) => shorten(whole, characters)
  const textOrNull = (whole: string | null) => (whole === null ? null : text(whole))
  const callsOf = (calls: ProvedConversation['calls']['made']) =>
    calls.slice(0, most).map((call) => ({ ...call, arguments: text(call.arguments) }))
  const { turns, calls, verdicts, reasons } = result
  return {
    ...result,
    persona: textOrNull(result.persona),
    goal: textOrNull(result.goal),
    turns: turns.map((turn) => ({
      ...turn,
      customer: text(turn.customer),
      then: textOrNull(turn.then),
      now: text(turn.now),
      files: turn.files.slice(0, most / 10).map((file) => ({ ...file, filename: textOrNull(file.filename) })),
    })),
    calls: { added: callsOf(calls.added), lost: callsOf(calls.lost), made: callsOf(calls.made) },
    verdicts: verdicts.map((verdict) => ({ ...verdict, reason: text(verdict.reason) })),
    reasons: reasons.slice(0, most).map((reason) => ({ ...reason, text: text(reason.text) })),
  }
}
