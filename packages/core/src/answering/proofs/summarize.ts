import type { CustomerResult, ProvedConversation, SimulatedCustomer, Totals } from '@replywright/contract/proofs.ts'
import { passPower, shareOf } from './statistics.ts'

/** Returns the sums of the conversations that were played. */
export function totalsOf(conversations: readonly ProvedConversation[], criteria: readonly string[]): Totals {
  const done = conversations.filter(({ state }) => state === 'done')
  const share = (isCounted: (each: ProvedConversation) => boolean | null) =>
    shareOf(done.filter((each) => isCounted(each) === true).length, done.length)
  const simulated = done.filter(({ reached }) => reached !== null)
  const sum = (numberOf: (each: ProvedConversation) => number) =>
    done.reduce((total, each) => total + numberOf(each), 0)
  return {
    conversations: conversations.length,
    done: done.length,
    failed: conversations.filter(({ state }) => state === 'failed').length,
    stopped: done.filter(({ stopped }) => stopped !== null).length,
    changed: share(({ changed }) => changed),
    passed: share(({ passed }) => passed),
    calls: {
      added: countNames(done.flatMap(({ calls }) => calls.added)),
      lost: countNames(done.flatMap(({ calls }) => calls.lost)),
    },
    handedOver: { then: share(({ handedOver }) => handedOver.then), now: share(({ handedOver }) => handedOver.now) },
    reached:
      simulated.length === 0 ? null : shareOf(simulated.filter(({ reached }) => reached).length, simulated.length),
    criteria: criteria.map((criterion) => {
      const verdicts = done.flatMap((each) => each.verdicts.filter((verdict) => verdict.criterion === criterion))
      const judgedThen = verdicts.filter(({ then }) => then !== null)
      return {
        criterion,
        then: judgedThen.length === 0 ? null : shareOf(judgedThen.filter(({ then }) => then).length, judgedThen.length),
        now: shareOf(verdicts.filter(({ now }) => now).length, verdicts.length),
      }
    }),
    tokens: { then: sum(({ tokens }) => tokens.then), now: sum(({ tokens }) => tokens.now) },
    usd: { then: microRounded(sum(({ usd }) => usd.then)), now: microRounded(sum(({ usd }) => usd.now)) },
  }
}

function microRounded(usd: number): number {
  return Math.round(usd * 1_000_000) / 1_000_000
}

function countNames(calls: readonly { readonly name: string }[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the result of each simulated customer over its runs. */
export function customerResults(
  customers: readonly Pick<SimulatedCustomer, 'persona' | 'goal'>[],
  conversations: readonly ProvedConversation[],
  mustPass: number,
): CustomerResult[] {
  return customers.map(({ persona, goal }, index) => {
    const runs = conversations.filter(({ customer, state }) => customer === index && state !== 'queued')
    const passedRuns = runs.filter(({ passed }) => passed).length
    return {
      persona,
      goal,
      runs: runs.length,
      reachedRuns: runs.filter(({ reached }) => reached).length,
      passedRuns,
      passed: passedRuns >= mustPass,
      passPower: passPower(passedRuns, runs.length),
    }
  })
}

/**
 * Returns whether all customers, and all real conversations or saved tests passed. Of a customer, as many runs as must pass are
 * enough.
 */
export function isGreen(conversations: readonly ProvedConversation[], customers: readonly CustomerResult[]): boolean {
  return (
    customers.every(({ passed }) => passed) &&
    conversations.every(({ customer, passed }) => (customer !== null && customers.length > 0) || passed === true)
  )
}

/** Returns what changed in one sentence. */
export function whatChanged(
  kind: 'replay' | 'customers' | 'exam' | 'tests',
  totals: Totals,
  customers: readonly CustomerResult[],
): string {
  const { done, failed, stopped, changed, calls, handedOver, criteria, usd } = totals
  if (done === 0)
    return failed > 0 ? `None of ${failed} conversations could be played.` : 'There was no conversation to play.'
  if (kind === 'tests') return `${totals.passed.count} of ${plural(done + failed, 'test')} passed.`
  if (kind === 'customers') {
    const passed = customers.filter((customer) => customer.passed).length
    const reached = totals.reached?.count ?? 0
    return `${passed} of ${plural(customers.length, 'customer')} passed, and the goal was reached in ${reached} of ${plural(done, 'conversation')}.`
  }
  if (kind === 'exam') {
    const sampled = customers.reduce((sum, { runs }) => sum - runs, done)
    const runs = customers.reduce((sum, { passedRuns }) => sum + passedRuns, 0)
    const parts = [
      ...(customers.length > 0
        ? [`${customers.filter(({ passed }) => passed).length} of ${plural(customers.length, 'customer')} passed`]
        : []),
      ...(sampled > 0
        ? [`${totals.passed.count - runs} of ${plural(sampled, 'real conversation')} met all criteria`]
        : []),
    ]
    return `${parts.join('; ')}.`
  }
  if (changed.count === 0) return `Nothing changed in ${plural(done, 'conversation')}.`
  const parts = [
    ...(stopped > 0 ? [`${stopped} ended early at a call without a recorded result`] : []),
    ...Object.entries(calls.added).map(([name, count]) => `${name} is called ${times(count)} more`),
    ...Object.entries(calls.lost).map(([name, count]) => `${name} is called ${times(count)} less`),
    ...difference(handedOver.then.count, handedOver.now.count, 'hand-over'),
    ...criteria.flatMap(({ criterion, then, now }) =>
      then && then.count !== now.count ? [`“${criterion}” is met in ${now.count} instead of ${then.count}`] : [],
    ),
    ...(usd.then > 0 && usd.now !== usd.then ? [`it costs ${percent(usd.now / usd.then - 1)}`] : []),
  ]
  const replies = `${changed.count} of ${plural(done, 'conversation')} changed`
  return `${[replies, ...parts].join('; ')}.`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function difference(then: number, now: number, noun: string): string[] {
  if (then === now) return []
  return [`${plural(Math.abs(now - then), noun)} ${now > then ? 'more' : 'fewer'}`]
}

function percent(share: number): string {
  return `${Math.abs(Math.round(share * 100))} % ${share > 0 ? 'more' : 'less'}`
}
