/** A mutant that no test needs to notice. */
export interface Unnoticed {
  readonly file: string
  /** The replaced text and its replacement, as the bench prints them. */
  readonly change: string
  readonly reason: string
}

const FALLBACK = '[] → ["Stryker was here"]'
const NO_MESSAGE = 'Only a window that a message opened can be closed.'
const INDEXED = 'Changes only how many words are indexed, not what is found.'

/** They are not counted, because callers observe no difference. */
export const UNNOTICED: readonly Unnoticed[] = [
  { file: 'agents/documents/search/rank-passages.ts', change: 'wanted.length === 0 → false', reason: INDEXED },
  {
    file: 'agents/documents/search/rank-passages.ts',
    change: 'wanted.filter(matchesVariants) → wanted',
    reason: INDEXED,
  },
  {
    file: 'agents/documents/search/rank-passages.ts',
    change: 'exact.has(term) || stems.has(stemOf(term)) → true',
    reason: INDEXED,
  },
  {
    file: 'agents/documents/search/rank-passages.ts',
    change: 'function stemOf(term: string): string { … → {}',
    reason: INDEXED,
  },
  {
    file: 'agents/documents/search/rank-passages.ts',
    change: 'score >= least → score > least',
    reason: 'No score is exactly a quarter of the best one.',
  },
  { file: 'agents/documents/search/rank-passages.ts', change: FALLBACK, reason: 'Each found passage exists.' },
  {
    file: 'answering/turns/build-history.ts',
    change: 'fits < 0 → fits <= 0',
    reason: 'The newest message always fits.',
  },
  {
    file: 'answering/turns/choices.ts',
    change: 'whole.length <= longest → whole.length < longest',
    reason: 'A text of exactly this length is split after its end, which leaves one part.',
  },
  {
    file: 'conversations/service-window/window.ts',
    change: 'lastInboundAt === undefined → false',
    reason: NO_MESSAGE,
  },
  {
    file: 'deliveries/attempt/verdict.ts',
    change: "verdict.kind === 'failed' → true",
    reason: 'A success has no exhausted retries.',
  },
  { file: 'deliveries/excerpt.ts', change: FALLBACK, reason: 'No message has no file either.' },
  {
    file: 'deliveries/disabling/failure-run.ts',
    change: 'finishedAt === undefined → false',
    reason: 'Only a pending delivery has no end, and it has no outcome.',
  },
  {
    file: 'deliveries/attempt/attempt-record.ts',
    change: 'room >= 0 → room > 0',
    reason: 'One byte of the spare bytes.',
  },
  {
    file: 'deliveries/stored-bytes.ts',
    change: 'apart < together → apart <= together',
    reason: 'The costs are never equal: a read costs a fifth of a unit.',
  },
  { file: 'deliveries/statistics/counters.ts', change: FALLBACK, reason: 'An attempt without a time is not counted.' },
  {
    file: 'people/authenticate.ts',
    change: '() => writing.delete(written) → () => undefined',
    reason: 'Only memory: a finished write delays nothing.',
  },
  {
    file: 'people/authenticate.ts',
    change:
      "(error: unknown) => logError('api_key.use_not_noted', error, { apiKeyId: key.gatewayKeyId }) → () => undefined",
    reason: 'A log line.',
  },
  { file: 'people/sessions/user-pool.ts', change: FALLBACK, reason: 'The second element is read, and is absent.' },
  { file: 'people/users/identity.ts', change: FALLBACK, reason: 'No session has this id.' },
  { file: 'people/users/users.ts', change: FALLBACK, reason: 'A text has no name of an attribute.' },
  {
    file: 'platform/paging/newest-first.ts',
    change: 'frontier === undefined → false',
    reason: 'No id is before an absent frontier. The compiler needs the check.',
  },
]
