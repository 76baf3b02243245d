import type { ProofSummary, ProvedConversation } from '@replywright/contract/proofs.ts'

/** Maximum number of proofs that are read, which bounds the requests. */
const MOST_READ = 5

/** Returns the latest proofs of the version that was proved last: of its draft, if a draft was proved. They are the latest first. */
export function proofsOfDraft<Proof extends Pick<ProofSummary, 'draft' | 'version'>>(
  proofs: readonly Proof[],
): Proof[] {
  const last = proofs.find(({ draft }) => draft) ?? proofs[0]
  return proofs.filter(({ draft, version }) => draft === last?.draft && version === last.version).slice(0, MOST_READ)
}

/** Returns what the customer wanted and wrote in a conversation, and what the agent said and called. */
export function textsOf({ goal, turns, calls }: Pick<ProvedConversation, 'goal' | 'turns' | 'calls'>): string {
  return [
    goal ?? '',
    ...turns.flatMap(({ customer, now }) => [customer, now]),
    ...calls.made.map((call) => `${call.name} ${call.arguments}`),
  ].join('\n')
}
