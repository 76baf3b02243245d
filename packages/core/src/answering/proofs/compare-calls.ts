import type { ProofCall, ProvedConversation } from '@replywright/contract/proofs.ts'
import { keyOf, type RecordedCall } from './recorded-results.ts'

/** A call then, with the position of its turn. */
export type ThenCall = RecordedCall & { readonly turn: number }

/** Returns the calls that are made now and were not then, and those that were made then and are not now. */
export function compareCalls(then: readonly ThenCall[], now: readonly ProofCall[]): ProvedConversation['calls'] {
  const keyOfNow = (call: ProofCall) => keyOf(call.name, JSON.parse(call.arguments))
  const keyOfThen = ({ name, args }: ThenCall) => keyOf(name, args)
  return {
    added: withoutPairs(now, keyOfNow, then.map(keyOfThen)),
    lost: withoutPairs(then, keyOfThen, now.map(keyOfNow)).map(({ name, args, turn }) => ({
      name,
      arguments: JSON.stringify(args),
      turn,
      result: 'recorded' as const,
    })),
    made: [...now],
  }
}

/** Returns the calls without one for each of the other keys. */
function withoutPairs<Call>(
  calls: readonly Call[],
  keyOfCall: (call: Call) => string,
  others: readonly string[],
): Call[] {
  const left = [...others]
  return calls.filter((call) => {
    const position = left.indexOf(keyOfCall(call))
    if (position < 0) return true
    left.splice(position, 1)
    return false
  })
}
