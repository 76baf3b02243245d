import type { Proof, ProvedConversation } from '@replywright/contract/proofs.ts'

type Compared = Pick<Proof, 'conversations' | 'totals' | 'usd'>

/** A conversation that both proofs played. */
export interface Pair {
  readonly before: ProvedConversation
  readonly after: ProvedConversation
}

/** Returns the conversations that both proofs played: a real one by its id, a simulated one by its customer and run. */
export function pairsOf(before: Compared, after: Compared): Pair[] {
  const known = new Map(before.conversations.filter(isPlayed).map((each) => [keyOf(each), each]))
  return after.conversations.filter(isPlayed).flatMap((each) => {
    const other = known.get(keyOf(each))
    return other ? [{ before: other, after: each }] : []
  })
}

function isPlayed({ state }: ProvedConversation): boolean {
  return state !== 'queued'
}

function keyOf({ customer, run, persona, goal, conversationId }: ProvedConversation): string {
  return customer === null ? conversationId : JSON.stringify([customer, run, persona, goal])
}

/** Returns what differs between the results of two proofs in one sentence. `names` are those of the proofs. */
export function differenceOf(
  before: Compared,
  after: Compared,
  names: { readonly before: string; readonly after: string },
): string {
  const pairs = pairsOf(before, after)
  if (pairs.length === 0) return 'The proofs have no conversation in common.'
  const passed = (side: keyof Pair) => pairs.filter((pair) => pair[side].passed).length
  const better = pairs.filter((pair) => !pair.before.passed && pair.after.passed).length
  const worse = pairs.filter((pair) => pair.before.passed && !pair.after.passed).length
  const counts =
    passed('before') === passed('after')
      ? `${names.after} and ${names.before} both pass ${passed('after')} of ${conversations(pairs.length)}`
      : `${names.after} passes ${passed('after')} of ${conversations(pairs.length)}, ${names.before} ${passed('before')}`
  const parts = [
    counts,
    ...(better > 0 ? [`${better} now ${better === 1 ? 'passes' : 'pass'}`] : []),
    ...(worse > 0 ? [`${worse} no longer ${worse === 1 ? 'passes' : 'pass'}`] : []),
    ...criteriaOf(pairs),
    ...(before.usd > 0 && after.usd !== before.usd ? [costOf(after.usd / before.usd - 1)] : []),
  ]
  return `${parts.join('; ')}.`
}

/** Returns the criteria that other conversations meet. */
function criteriaOf(pairs: readonly Pair[]): string[] {
  const names = new Set(pairs.flatMap(({ after }) => after.verdicts.map(({ criterion }) => criterion)))
  const met = (side: keyof Pair, name: string) =>
    pairs.filter((pair) => pair[side].verdicts.some(({ criterion, now }) => criterion === name && now)).length
  return [...names].flatMap((name) => {
    const [then, now] = [met('before', name), met('after', name)]
    return then === now ? [] : [`“${name}” is met in ${now} instead of ${then}`]
  })
}

function costOf(share: number): string {
  const percent = Math.abs(Math.round(share * 100))
  return percent === 0 ? 'it costs about the same' : `it costs ${percent} % ${share > 0 ? 'more' : 'less'}`
}

function conversations(count: number): string {
  return `${count} conversation${count === 1 ? '' : 's'}`
}
